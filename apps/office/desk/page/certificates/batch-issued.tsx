import { Download } from 'lucide-react'
import { Button, buttonClasses } from '@naic/ui/button.tsx'
import type { BatchProgress } from '#desk/shapes.ts'

type Props = { issued: Extract<BatchProgress, { state: 'issued' }>; onForget: () => void }

/** What was issued, with the table of IDs and addresses to keep. */
export function BatchIssued({ issued: { issued, before, csv }, onForget }: Props) {
  const address = `data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`
  return (
    <div className="border-peacock bg-peacock-pale grid justify-items-start gap-4 rounded-lg border p-5">
      <p className="text-lg font-semibold">
        {issued} issued, {before} issued before.
      </p>
      <p>Holders whose address is known get a letter with the links to their certificate.</p>
      <p className="flex flex-wrap gap-3">
        <a href={address} download="certificates.csv" className={buttonClasses('outline')}>
          <Download aria-hidden className="size-5" />
          Keep IDs and addresses (CSV)
        </a>
        <Button look="quiet" onClick={onForget}>
          Issue others
        </Button>
      </p>
    </div>
  )
}

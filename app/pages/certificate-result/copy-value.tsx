import { Check, Copy } from 'lucide-react'
import { useRef } from 'react'
import { useCopy } from '#app/share/share-buttons.tsx'
import words from '#content/certificate.json' with { type: 'json' }

export function CopyValue({ label, value }: { label: string; value: string }) {
  const shown = useRef<HTMLElement>(null)
  const { outcome, copy } = useCopy(value, shown)
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <div className="border-hairline grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-t py-1">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd ref={shown} className="wrap-anywhere col-start-1 select-all">
        {value}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <button
          type="button"
          onClick={() => void copy()}
          className="grid size-11 place-items-center rounded-md"
        >
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">Copy {label}</span>
        </button>
      </dd>
      <dd className="col-span-2 text-sm">
        <div role="status">
          {outcome === 'copied' ? <span className="sr-only">{label} copied</span> : null}
          {outcome === 'failed' ? words.copyFailed : null}
        </div>
      </dd>
    </div>
  )
}

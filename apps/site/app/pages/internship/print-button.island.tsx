import { Printer } from 'lucide-react'
import { useHydrated } from '@naic/ui/use-hydrated.ts'

/** Comes with the script, without which it could do nothing. */
export function PrintButton({ text, className }: { text: string; className: string }) {
  if (!useHydrated()) return null
  return (
    <button type="button" className={className} onClick={() => window.print()}>
      <Printer aria-hidden className="size-5" />
      {text}
    </button>
  )
}

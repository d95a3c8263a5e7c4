import { Printer } from 'lucide-react'
import { Button } from '@naic/ui/button.tsx'
import { useHydrated } from '@naic/ui/use-hydrated.ts'

/** Comes with the script, without which it could do nothing. */
export function PrintButton({ text }: { text: string }) {
  if (!useHydrated()) return null
  return (
    <Button onClick={() => window.print()}>
      <Printer aria-hidden className="size-5" />
      {text}
    </Button>
  )
}

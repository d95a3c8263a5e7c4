import { useRef } from 'react'
import { useCopy } from '#app/share/use-copy.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import words from '@naic/content/en/form-sent.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { useHydrated } from '@naic/ui/use-browser-value.ts'

type Reference = {
  /** The id of what was sent; undefined if the answer has none. */
  id: string | undefined
  /** They may name the `[email]` that the answer goes to. */
  steps: readonly string[]
  email: string | undefined
}

/** What to quote when asking about it, and what happens now. */
export function ReferenceNote({ id, steps, email = '' }: Reference) {
  return (
    <div className="border-hairline bg-warm grid w-full max-w-text gap-5 rounded-lg border p-5 text-left sm:p-6">
      {id ? <CopiedReference reference={referenceOf(id)} /> : null}
      <div>
        <h3 className="text-lg">{words.next}</h3>
        <ol className="marker:text-peacock mt-2 grid list-decimal gap-1.5 pl-5">
          {steps.map((step) => (
            <li key={step} className="wrap-anywhere">
              {fill(step, { email })}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

function CopiedReference({ reference }: { reference: string }) {
  const shown = useRef<HTMLElement>(null)
  const hydrated = useHydrated()
  const { outcome, copy } = useCopy(reference, shown)
  return (
    <div>
      <p>{words.label}</p>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-2">
        <strong ref={shown} className="text-2xl tabular-nums">
          {reference}
        </strong>
        {hydrated ? (
          <Button type="button" onClick={() => void copy()}>
            {outcome === 'copied' ? words.copied : words.copy}
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-sm">
        {outcome === 'copied' ? <span className="sr-only">{words.copied}</span> : null}
        {outcome === 'failed' ? words.notCopied : null}
      </p>
    </div>
  )
}

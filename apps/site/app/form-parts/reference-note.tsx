import { referenceOf } from '@naic/admissions/forms/reference.ts'
import words from '@naic/content/en/form-sent.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'

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

/** `copy-or-share.ts` copies it. */
const CopiedReference = ({ reference }: { reference: string }) => (
  <div data-outcome="">
    <p>{words.label}</p>
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-2">
      <strong data-to-copy className="text-2xl tabular-nums">
        {reference}
      </strong>
      <Button
        type="button"
        data-copy={reference}
        data-copied={words.copied}
        className="noscript:hidden"
      >
        <span className="in-data-[outcome=copied]:hidden">{words.copy}</span>
        <span className="hidden in-data-[outcome=copied]:block">{words.copied}</span>
      </Button>
    </div>
    <p data-not-copied className="hidden text-sm in-data-[outcome=failed]:block">
      {words.notCopied}
    </p>
  </div>
)

import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import words from '@naic/content/en/form-sent.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import type { Sent } from './use-form.ts'

type Props = {
  sent: Sent
  /** What this form says. The steps that follow may name the `[email]` that the answer goes to. */
  says: Record<'title' | 'text', string> & Record<'next' | 'nextWithoutEmail', readonly string[]>
  /** What it was about. */
  about?: ReactNode
  /** What can be done next. */
  children: ReactNode
}

/** Takes a form's place once it was sent, and the focus with it: what to quote, and what happens now. */
export function FormSent({ sent: { id, emailed, values }, says, about, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <CircleCheck aria-hidden className="text-peacock size-16" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-title">
        {says.title}
      </h2>
      <p className="max-w-text text-lg">{says.text}</p>
      {about}
      <div className="border-hairline bg-warm grid w-full max-w-text gap-5 rounded-lg border p-5 text-left sm:p-6">
        {id ? <CopiedReference reference={referenceOf(id)} /> : null}
        <div>
          <h3 className="text-lg">{words.next}</h3>
          <ol className="marker:text-peacock mt-2 grid list-decimal gap-1.5 pl-5">
            {(emailed ? says.next : says.nextWithoutEmail).map((step) => (
              <li key={step} className="wrap-anywhere">
                {fill(step, { email: values['email'] ?? '' })}
              </li>
            ))}
          </ol>
        </div>
      </div>
      {children}
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

import { CircleCheck } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import sentWords from '@naic/content/en/form-sent.json' with { type: 'json' }
import words from '@naic/content/en/forms.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { TextField } from '@naic/ui/field.tsx'
import { Notice } from '@naic/ui/notice.tsx'
import { useOnline } from '@naic/ui/use-browser-value.ts'
import type { Failed } from './send-form.ts'
import type { Sent } from './use-form.ts'

type Email = ComponentProps<typeof TextField> & { onTake: (address: string) => void }

/** An email address. A slip in a common domain is pointed out once the field is left, and blocks nothing. */
export function EmailField({ onTake, ...field }: Email) {
  const [meant, setMeant] = useState<string>()

  async function look(control: HTMLInputElement) {
    const typed = control.value
    // What few need is fetched when it is needed; without a network nothing is said.
    const part = await import('./likely-address.ts').catch(() => undefined)
    if (control.value === typed) setMeant(part?.likelyAddress(typed))
  }

  return (
    <div>
      <TextField
        {...field}
        type="email"
        inputMode="email"
        spellCheck={false}
        onInput={() => setMeant(undefined)}
        onBlur={({ currentTarget }) => void look(currentTarget)}
      />
      <div role="status">
        {meant ? (
          <button
            type="button"
            onClick={() => {
              onTake(meant)
              setMeant(undefined)
            }}
            className="link min-h-11 py-2 text-left font-medium wrap-anywhere"
          >
            {fill(words.didYouMean, { address: meant })}
          </button>
        ) : null}
      </div>
    </div>
  )
}

type NotSent = Pick<Failed, 'detail'> & Record<'title' | 'button', string>

/** It follows the network, and does not send by itself: the visitor may want to change something first. */
export function NotSentNotice({ title, detail, button }: NotSent) {
  const online = useOnline()
  const [wasOffline, setWasOffline] = useState(!online)
  if (!online && !wasOffline) setWasOffline(true)
  const back = wasOffline ? 'onlineAgain' : 'noAnswer'
  const place = useRef<HTMLDivElement>(null)

  // It comes in above the button, and pushes that out of a low window.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [])

  return (
    <div ref={place} className="scroll-mb-20">
      <FailureNotice title={title}>
        {detail ?? fill(words.notSent[online ? back : 'offline'], { button })}
      </FailureNotice>
    </div>
  )
}

export function FormHead({ title, fileIsGone = false }: { title: string; fileIsGone?: boolean }) {
  const [before, after] = words.required.split('*')
  return (
    <div>
      <h2 className="text-heading">{title}</h2>
      <p className="text-ink-soft">
        {before}
        <span className="text-error">*</span>
        {after}
      </p>
      {/* Always there, so that it is announced. */}
      <div role="status" className="not-empty:mt-4">
        {fileIsGone ? (
          <Notice title={words.chooseAgain.title}>
            <p>{words.chooseAgain.text}</p>
          </Notice>
        ) : null}
      </div>
    </div>
  )
}

/** The field that only programs fill in: out of sight, out of the tab order, not announced. */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
    <label htmlFor={honeypotField}>{words.leaveEmpty}</label>
    <input id={honeypotField} name={honeypotField} type="text" tabIndex={-1} autoComplete="off" />
  </div>
)

type FormSentProps = {
  sent: Sent
  /** What this form says. The steps that follow may name the `[email]` that the answer goes to. */
  says: Record<'title' | 'text', string> & Record<'next' | 'nextWithoutEmail', readonly string[]>
  about?: ReactNode
  children: ReactNode
}

/** Takes a form's place once it was sent, and the focus with it: what to quote, and what happens now. */
export function FormSent({ sent: { id, emailed, values }, says, about, children }: FormSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <Icon of={CircleCheck} className="text-peacock size-16" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-title">
        {says.title}
      </h2>
      <p className="max-w-text text-lg">{says.text}</p>
      {about}
      <div className="border-hairline bg-warm grid w-full max-w-text gap-5 rounded-lg border p-5 text-left sm:p-6">
        {id ? <CopiedReference reference={referenceOf(id)} /> : null}
        <div>
          <h3 className="text-lg">{sentWords.next}</h3>
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

/** `page-tools.ts` copies it. */
const CopiedReference = ({ reference }: { reference: string }) => (
  <div data-outcome="">
    <p>{sentWords.label}</p>
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-2">
      <strong data-to-copy className="text-2xl tabular-nums">
        {reference}
      </strong>
      <Button
        type="button"
        data-copy={reference}
        data-copied={sentWords.copied}
        className="noscript:hidden"
      >
        <span className="in-data-[outcome=copied]:hidden">{sentWords.copy}</span>
        <span className="hidden in-data-[outcome=copied]:block">{sentWords.copied}</span>
      </Button>
    </div>
    <p data-not-copied className="hidden text-sm in-data-[outcome=failed]:block">
      {sentWords.notCopied}
    </p>
  </div>
)

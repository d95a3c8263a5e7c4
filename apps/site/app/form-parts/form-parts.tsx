import { useEffect, useRef, useState } from 'react'
import words from '@naic/content/en/forms.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { SecondLines } from '@naic/ui/field.tsx'
import { Notice } from '@naic/ui/notice.tsx'
import { useOnline } from '@naic/ui/use-browser-value.ts'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'
import type { Failed } from './send-form.ts'

/** What a form says a second time, in another language, below its own hints and errors. */
export type Second<Field extends string> = {
  lang: string
  /** A field without a hint of its own may have one here. */
  hints: Partial<Record<Field, string>>
  /** By the messages as the form shows them, which the specification has. */
  errors: Readonly<Record<string, string>>
}

/** The second lines of one field. */
export const secondLines = <Field extends string>(
  second: Second<Field> | undefined,
  field: Field,
  error: string | undefined,
): SecondLines | undefined =>
  second && {
    lang: second.lang,
    hint: second.hints[field],
    error: error === undefined ? undefined : second.errors[error],
  }

/**
 * Stays at a form that could not be sent: why, and what to do. It follows the network, and does not
 * send by itself: the visitor may want to change something first.
 */
export function NotSentNotice({
  title,
  detail,
  button,
}: Omit<Failed, 'state'> & Record<'title' | 'button', string>) {
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

/** The form's heading, and above its fields what is said about all of it. */
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
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label htmlFor={honeypotField}>{words.leaveEmpty}</label>
      <input id={honeypotField} name={honeypotField} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

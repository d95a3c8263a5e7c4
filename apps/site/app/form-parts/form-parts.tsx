import { useEffect, useRef, useState } from 'react'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { SecondLines } from '@naic/ui/field.tsx'
import { useOnline } from '@naic/ui/use-online.ts'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'

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

type NotSent = {
  title: string
  /** Why the server did not take it; undefined if no answer came. */
  detail: string | undefined
  button: string
}

/**
 * Stays at a form that could not be sent: why, and what to do. It follows the network, and does not
 * send by itself: the visitor may want to change something first.
 */
export function NotSentNotice({ title, detail, button }: NotSent) {
  const online = useOnline()
  const [wasOffline, setWasOffline] = useState(!online)
  if (!online && !wasOffline) setWasOffline(true)
  const place = useRef<HTMLDivElement>(null)

  // It comes in above the button, and pushes that out of a low window.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [])

  return (
    <div ref={place} className="scroll-mb-20">
      <FailureNotice title={title}>
        {detail ?? withoutAnswer(online, wasOffline).replace('[button]', button)}
      </FailureNotice>
    </div>
  )
}

function withoutAnswer(online: boolean, wasOffline: boolean): string {
  if (!online) {
    return 'Your phone or computer is offline. What you filled in is kept here. When you are connected again, press [button].'
  }
  return wasOffline
    ? 'You are online again. What you filled in is still here: press [button] to send it.'
    : 'There was no connection to our server, or it broke off. What you filled in is kept here. Please check your connection and press [button] again: it will not count twice.'
}

type Reference = {
  /** The id of what was sent; undefined if the answer has none. */
  id: string | undefined
  steps: readonly string[]
}

/** What to quote when asking about it, and what happens now. */
export function ReferenceNote({ id, steps }: Reference) {
  return (
    <div className="border-hairline bg-warm grid w-full max-w-text gap-5 rounded-lg border p-6 text-left">
      {id ? (
        <p>
          Your reference{' '}
          <strong className="block text-2xl tracking-wide tabular-nums">{referenceOf(id)}</strong>
        </p>
      ) : null}
      <div>
        <h3 className="text-lg">What happens next</h3>
        <ol className="marker:text-peacock mt-2 grid list-decimal gap-1.5 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** The field that only programs fill in: out of sight, out of the tab order, not announced. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label htmlFor={honeypotField}>Website (leave this empty)</label>
      <input id={honeypotField} name={honeypotField} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

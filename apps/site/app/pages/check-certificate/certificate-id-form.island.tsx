import type verification from '@naic/content/en/verification.json'
import { fill } from '@naic/content/fill.ts'
import { certificateIdLimit, cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { forCodes, TextField } from '@naic/ui/field.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useBusyButton } from '@naic/ui/use-busy-button.ts'
import { useHydrated } from '@naic/ui/use-browser-value.ts'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

type Props = {
  /** What the field begins with. */
  asked?: string
  /** Their hint has "[most]", the most signs of an ID; `looking` is for screen readers. */
  words: typeof verification.form
  /** Shows the certificate, by default on its page. It fails without a network. */
  show?: (id: string) => Promise<void>
}

/**
 * A plain form, which works before the script has come: the server cleans the ID in the same way and
 * leads to the certificate. Until something is typed its button looks disabled by style alone, so
 * that nothing changes when the script makes it so.
 */
export function CertificateIdForm({ asked, words, show = openPage }: Props) {
  // It keeps an ID in its written form.
  const input = useRef<HTMLInputElement>(null)
  const [id, setId] = useState('')
  const [state, setState] = useState<'typing' | 'verifying' | 'unreachable'>('typing')
  const verifying = state === 'verifying'
  const button = useBusyButton(verifying)
  const isUseless = useHydrated() && (id === '' || verifying)

  // Something may have been typed before the script came.
  useEffect(() => setId(input.current ? clean(input.current) : ''), [])

  // On the way back the browser may have the page as it was left.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setState('typing')
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])

  function onInput({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    // An input method is still composing the text.
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
    setId(clean(currentTarget))
  }

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault()
    if (id === '' || verifying) return
    setState('verifying')
    void show(id).then(
      () => setState('typing'),
      () => setState('unreachable'),
    )
  }

  return (
    <form
      method="get"
      action="/verification"
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <TextField
        {...forCodes}
        ref={input}
        name="id"
        defaultValue={asked}
        label={words.label}
        hint={fill(words.hint, { most: certificateIdLimit })}
        error={undefined}
        required
        readOnly={verifying}
        onInput={onInput}
        onCompositionEnd={onInput}
        // Large enough to compare it with what is printed.
        className="min-h-14 font-mono text-xl tracking-[0.12em] uppercase"
      />
      <Button
        ref={button}
        type="submit"
        disabled={isUseless}
        className="in-[form:invalid]:bg-ink-pale in-[form:invalid]:text-ink-soft w-full"
      >
        {verifying ? <Spinner /> : null}
        {verifying ? words.verifying : words.button}
      </Button>
      {state === 'unreachable' ? (
        <FailureNotice title={words.unreachable.title}>{words.unreachable.text}</FailureNotice>
      ) : null}
      <p role="status" className="sr-only">
        {verifying ? words.looking : ''}
      </p>
    </form>
  )
}

const verifyingMs = 500

/** Whoever stops a page that does not come may ask for it again after so long. */
const comingMs = 10_000

/** Fails without a network: then there is nothing to leave the page for. */
async function openPage(id: string): Promise<void> {
  await passed(verifyingMs)
  if (!navigator.onLine) throw new Error('There is no network.')
  location.assign(`/verify/${id}`)
  await passed(comingMs)
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Cleans the field, with the caret behind the same letter as before. @returns the ID. */
function clean(input: HTMLInputElement): string {
  const id = cleanCertificateId(input.value)
  if (id === input.value) return id
  const caret = cleanCertificateId(input.value.slice(0, input.selectionStart ?? undefined)).length
  input.value = id
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
  return id
}

import { type SyntheticEvent, useRef, useState } from 'react'
import { IdField } from '#app/certificate-view/id-field.tsx'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { Button } from '@naic/ui/button.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useBusyButton } from '@naic/ui/use-busy-button.ts'
import type { CheckedCertificate, ResultWords } from './checked-certificate.tsx'

type Words = ResultWords & { label: string; hint: string; button: string; checking: string }

/** The form for an ID and, below it, the result: two items of the page's grid. */
export function CheckById({ words, lang }: { words: Words; lang: string }) {
  const { state, check } = useCheck()
  return (
    <>
      <div className="border-hairline bg-paper relative -mt-16 rounded-lg border p-5 md:-mt-20 md:p-8">
        <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-8" aria-hidden />
        <IdForm words={words} state={state.state} onId={(id) => void check(id)} />
      </div>
      {state.state === 'checked' ? (
        <state.Result key={state.id} {...state} words={words} lang={lang} />
      ) : null}
    </>
  )
}

type State =
  /** `failed`: what checks did not come. */
  | { state: 'idle' | 'checking' | 'failed' }
  | ({ state: 'checked'; Result: typeof CheckedCertificate } & CheckResult)

type CheckResult = Pick<Parameters<typeof CheckedCertificate>[0], 'id' | 'verified'>

/** What checks comes when it is needed: it is as large as the page. */
function useCheck() {
  const [state, setState] = useState<State>({ state: 'idle' })

  async function check(id: string) {
    setState({ state: 'checking' })
    try {
      const { CheckedCertificate: Result, checkById } = await import('./checked-certificate.tsx')
      setState({ state: 'checked', id, verified: await checkById(id), Result })
    } catch {
      setState({ state: 'failed' })
    }
  }

  return { state, check }
}

type Props = { words: Words; state: State['state']; onId: (id: string) => void }

/** Without the script the server cleans the ID in the same way and leads to the certificate. */
function IdForm({ words, state, onId }: Props) {
  const isChecking = state === 'checking'
  const input = useRef<HTMLInputElement>(null)
  const button = useBusyButton(isChecking)

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const id = cleanCertificateId(input.current?.value ?? '')
    if (input.current) input.current.value = id
    if (id !== '' && !isChecking) onId(id)
  }

  return (
    <form method="get" action="/verification" onSubmit={submit} className="grid gap-4">
      <IdField ref={input} label={words.label} hint={words.hint} readOnly={isChecking} />
      <Button ref={button} type="submit" aria-disabled={isChecking} className="w-full">
        {isChecking ? <Spinner /> : null}
        {isChecking ? words.checking : words.button}
      </Button>
      {state === 'failed' ? <p role="alert">{words.unavailable.offline}</p> : null}
    </form>
  )
}

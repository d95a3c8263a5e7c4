import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { metaOf } from '#app/page-meta.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { wordsAt } from '@naic/content/translations.server.ts'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { Button } from '@naic/ui/button.tsx'
import { FieldFrame, forCodes } from '@naic/ui/field.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useBusyButton } from '@naic/ui/use-busy-button.ts'
import type { Route } from './+types/check-by-id-page'
import type { CheckedCertificate } from './checked-certificate.tsx'

/** The check of one certificate, with its result on the page itself, in the page's language. */

export function loader({ url }: Route.LoaderArgs) {
  return wordsAt(url.pathname, 'checkById')
}

type Words = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData: words, location }: Route.MetaArgs) =>
  words ? metaOf(words, pathIn(languageOf(location.pathname), '/verification')) : []

export default function CheckByIdPage({ loaderData: words }: Route.ComponentProps) {
  const language = languageOf(useLocation().pathname)
  const { state, check } = useCheck()
  return (
    <>
      <HeroBand open className="grid gap-3 pt-6 pb-24 md:pt-12 md:pb-32">
        <h1 className="text-title">{words.title}</h1>
        <p className="text-ink-pale max-w-text text-lg">{words.intro}</p>
      </HeroBand>
      <div className="wrap grid gap-8 pb-16 lg:grid-cols-[1.2fr_1fr] lg:gap-14">
        <div className="grid content-start gap-6">
          <div className="border-hairline bg-paper relative -mt-16 rounded-lg border p-5 md:-mt-20 md:p-8">
            <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-8" aria-hidden />
            <IdForm words={words} state={state.state} onId={(id) => void check(id)} />
          </div>
          {state.state === 'checked' ? (
            <state.Result key={state.id} {...state} words={words} lang={language?.code ?? 'en'} />
          ) : (
            <Answers words={words} />
          )}
        </div>
        <Help words={words} />
      </div>
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
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])

  async function check(id: string) {
    running.current.abort()
    const { signal } = (running.current = new AbortController())
    setState({ state: 'checking' })
    try {
      const { CheckedCertificate: Result, checkById } = await import('./checked-certificate.tsx')
      const verified = await checkById(id, signal)
      if (!signal.aborted) setState({ state: 'checked', id, verified, Result })
    } catch {
      if (!signal.aborted) setState({ state: 'failed' })
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
      <FieldFrame name="id" label={words.label} hint={words.hint} error={undefined} required>
        {(described) => (
          <input
            {...described}
            ref={input}
            type="text"
            required
            readOnly={isChecking}
            {...forCodes}
            className="control min-h-14 font-mono text-xl tracking-[0.12em] uppercase"
          />
        )}
      </FieldFrame>
      <Button ref={button} type="submit" aria-disabled={isChecking} className="w-full">
        {isChecking ? <Spinner /> : null}
        {isChecking ? words.checking : words.button}
      </Button>
      {state === 'failed' ? <p role="alert">{words.unavailable.offline}</p> : null}
    </form>
  )
}

/** In place of a result, so that nobody is surprised by one. */
function Answers({ words: { answers, verdicts, unknown, unavailable } }: { words: Words }) {
  const meanings = [
    [verdicts.verified.title, answers.verified],
    [verdicts.revoked.title, answers.revoked],
    [unknown.title, answers.unknown],
    [unavailable.title, answers.unavailable],
  ]
  return (
    <section aria-labelledby="answers" className="grid gap-3">
      <h2 id="answers" className="text-heading">
        {answers.title}
      </h2>
      <dl className="border-hairline divide-hairline divide-y border-y">
        {meanings.map(([title, meaning]) => (
          <div key={title} className="grid gap-x-4 py-2.5 sm:grid-cols-[11rem_1fr]">
            <dt className="font-semibold">{title}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Help({ words }: { words: Words }) {
  const { where, file } = words
  const language = languageOf(useLocation().pathname)
  return (
    <section aria-labelledby="where" className="grid content-start gap-4 lg:pt-10">
      <h2 id="where" className="text-heading">
        {where.title}
      </h2>
      <p>{where.text}</p>
      <p className="border-marigold bg-marigold-pale rounded-lg border-l-4 p-4">{where.paper}</p>
      <p>
        {file.text}{' '}
        <SiteLink to="/verification#verify-a-file" className="link -my-2.5 inline-block py-2.5">
          {file.link}
        </SiteLink>
      </p>
      <p>
        <SiteLink to={pathIn(language, '/')} className="link inline-block py-2.5 font-medium">
          {words.about}
        </SiteLink>
      </p>
    </section>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import { CertificateCard } from '#app/certificate-view/certificate-card.tsx'
import { HolderCheck, later } from '#app/certificate-view/later.tsx'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { verdictAnnouncement } from '#app/certificate-view/verdict-look.ts'
import { VerdictNotice } from '#app/certificate-view/verdict-notice.tsx'
import { WhatWasLearnt } from '#app/certificate-view/what-was-learnt.tsx'
import { fullTitle } from '#app/full-title.ts'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import {
  type Examination,
  type Verified,
  verifyById,
} from '@naic/ledger/verify/examine-certificate.ts'
import { type Revocation, verdicts } from '@naic/ledger/verify/verdict.ts'
import { Button } from '@naic/ui/button.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useHydrated } from '@naic/ui/use-browser-value.ts'
import { certificateTitle, KeepAndShare, titleOfId } from './keep-and-share.tsx'
import { CheckAnother, NoCertificate, WithoutFacts } from './no-certificate.tsx'
import { PageCode } from './page-code.tsx'

const SecurityFeatures = later(
  async () => (await import('#app/certificate-view/security-features.tsx')).SecurityFeatures,
  <div className="min-h-96" />,
)

type Props = {
  id: string
  /** The ID as it is in the address, which may be anything. */
  asked: string
  /** Whether the register has none of this ID. */
  isUnknown: boolean
  /** The revocation, if the register has one. */
  revoked: Revocation | undefined
}

type Verification = { state: 'verifying' } | Verified

/** Looks a certificate up, checks it, and shows the result with what can be done then. */
export function CertificateCheck({ id, asked, isUnknown, revoked }: Props) {
  const [attempt, setAttempt] = useState(0)
  const verification = useVerification(id, attempt)
  useFocusOnHeading(verification.state, attempt)
  const isHydrated = useHydrated()
  const { announced, title } = describe(id, verification)
  // The server's title has the name from the register, which is not yet verified.
  useEffect(() => {
    if (title) document.title = fullTitle(title)
  }, [title])
  // An ID that nobody has is corrected where the page says so.
  const isCorrected =
    verification.state === 'verifying' ? isUnknown : verification.state === 'unknown'
  const tryAgain = (
    <Button type="button" onClick={() => setAttempt((count) => count + 1)} className="mt-4">
      {page.tryAgain}
    </Button>
  )
  return (
    <>
      {/* It stays while the views change: screen readers announce only what comes into a region they know. */}
      <p role="status" data-testid="verdict" className="sr-only print:hidden">
        {isHydrated ? announced : ''}
      </p>
      {verification.state === 'verifying' ? (
        // As high as the window, so that the result in its place moves nothing in sight.
        <section className="wrap grid min-h-[calc(100svh-var(--header-height))] place-items-center py-16 noscript:hidden">
          <div className="flex items-center gap-4">
            <Spinner />
            <h1 className="text-heading">{page.verifying}</h1>
          </div>
        </section>
      ) : verification.state !== 'examined' ? (
        <NoCertificate id={id} asked={asked} result={verification}>
          {tryAgain}
        </NoCertificate>
      ) : (
        <Examined id={id} {...verification} registered={revoked}>
          {tryAgain}
        </Examined>
      )}
      {isCorrected ? null : (
        <div className="wrap max-w-[64rem] pb-6 md:pb-10 print:hidden">
          <CheckAnother />
        </div>
      )}
    </>
  )
}

/** At least this long, so that the eye can follow. */
const verifyingMs = 800

/** Looks a certificate up and checks it, once for each attempt. */
function useVerification(id: string, attempt: number): Verification {
  const [answered, setAnswered] = useState<{ attempt: number; verified: Verified }>()

  useEffect(() => {
    const stop = new AbortController()
    const pause = new Promise((resolve) => setTimeout(resolve, verifyingMs))
    void Promise.all([verifyById(id, thisSite, stop.signal), pause]).then(([verified]) => {
      if (!stop.signal.aborted) setAnswered({ attempt, verified })
    })
    return () => stop.abort()
  }, [id, attempt])

  return answered?.attempt === attempt ? answered.verified : { state: 'verifying' }
}

/** The button of a failure goes when it is pressed, and each heading with what it headed. */
function useFocusOnHeading(state: string, attempt: number): void {
  useEffect(() => {
    if (attempt === 0 || document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('#main h1')
    if (heading) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with each state there is another heading
  }, [attempt, state])
}

/**
 * What screen readers and the document's title say of it: in other words than those on the page, or a search in the page
 * would find each twice.
 */
function describe(id: string, verification: Verification): { announced: string; title?: string } {
  switch (verification.state) {
    case 'verifying':
      return { announced: page.announced.verifying }
    case 'unknown':
      return { announced: page.announced.unknown, title: page.notFound.title }
    case 'erased':
      return { announced: page.announced.erased, title: titleOfId(page.erased.title, id) }
    case 'examined': {
      const { verdict, facts } = verification.examination
      const ofVerdict = titleOfId(words.verdicts[verdict].title, id)
      return {
        announced: verdictAnnouncement(verification.examination),
        title: verdict === 'verified' && facts ? certificateTitle(facts) : ofVerdict,
      }
    }
    default:
      return {
        announced: `${words.unavailable.title}. ${words.unavailable[verification.state]}`,
        title: titleOfId(words.unavailable.title, id),
      }
  }
}

type ExaminedProps = {
  id: string
  examination: Examination
  registered: Revocation | undefined
  /** What can be done if the certificate may not be shown. */
  children: ReactNode
}

/** First what it is and to whom, then what most came for; how it was checked comes last. */
function Examined({ id, examination, registered, children }: ExaminedProps) {
  const { facts, verdict } = examination
  if (!facts) {
    // Without a right signature the page shows none of the facts, only the checks.
    const { title, text } = words.verdicts[verdict]
    const checks = <SecurityFeatures examination={examination} />
    return (
      <WithoutFacts id={id} tone={verdicts[verdict].tone} title={title} below={checks}>
        <p>{text}</p>
        {children}
      </WithoutFacts>
    )
  }
  return (
    <div className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-8 md:py-10 print:max-w-none print:p-0">
      <div className="print:hidden">
        <VerdictNotice examination={examination} heading="h1" registered={registered} />
      </div>
      <CertificateCard facts={facts} examination={examination} heading="h2">
        <PageCode id={facts.id} />
      </CertificateCard>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-8 print:hidden">
        <KeepAndShare facts={facts} mayBeShown={verdict === 'verified'} />
        <WhatWasLearnt learnt={facts.learnt} />
        <SecurityFeatures examination={examination} />
        {facts.address ? <HolderCheck hashed={facts.address} /> : null}
      </div>
    </div>
  )
}

import { FileMinus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { SecurityFeatures } from '#app/certificate-view/certificate-sections.tsx'
import { ResultNotice } from '#app/certificate-view/verdict-notice.tsx'
import { tones, verdictAnnouncement } from '#app/certificate-view/verdict-look.ts'
import { fullTitle } from '#app/full-title.ts'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import { Button, ButtonLink } from '@naic/ui/button.tsx'
import { Reference } from '@naic/ui/reference.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useHydrated } from '@naic/ui/use-browser-value.ts'
import { CertificateFound } from './certificate-found.tsx'
import { certificateTitle, titleOfId } from './certificate-titles.ts'
import { CertificateNotFound } from './certificate-not-found.tsx'

export type Verification = { state: 'verifying' } | Verified

/**
 * Says for screen readers and in the document's title what is going on and what the result is. It
 * stays while the views change: screen readers announce only what comes into a region they know.
 */
export function CertificateStatus({ id, verification }: Pick<Props, 'id' | 'verification'>) {
  const isHydrated = useHydrated()
  const { announced, title } = describe(id, verification)

  // The server's title has the name from the register, which is not yet verified.
  useEffect(() => {
    if (title) document.title = fullTitle(title)
  }, [title])

  return (
    <p role="status" data-testid="verdict" className="sr-only print:hidden">
      {isHydrated ? announced : ''}
    </p>
  )
}

/** In other words than those on the page, or a search in the page would find each twice. */
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

type Props = {
  id: string
  asked: string
  verification: Verification
  /** The revocation, if the register has one. */
  revoked: Revocation | undefined
  tryAgain: () => void
}

export function CertificateResult({ id, asked, verification, revoked, tryAgain }: Props) {
  switch (verification.state) {
    case 'verifying':
      return <Verifying />
    case 'unknown':
      return <CertificateNotFound asked={asked} didYouMean={verification.didYouMean} />
    case 'erased':
      return <CertificateErased id={id} />
    case 'examined': {
      const { examination } = verification
      const { facts, verdict } = examination
      if (facts) {
        return <CertificateFound examination={examination} facts={facts} registered={revoked} />
      }
      // Without a right signature the page shows none of the facts, only the checks.
      return (
        <WithoutFacts
          id={id}
          tone={tones[verdict]}
          title={words.verdicts[verdict].title}
          below={<SecurityFeatures examination={examination} />}
        >
          <p>{words.verdicts[verdict].text}</p>
          <TryAgain onClick={tryAgain} />
        </WithoutFacts>
      )
    }
    // The register could not be asked. Nobody may mistake this for a certificate that does not exist.
    default:
      return (
        <WithoutFacts id={id} tone="open" title={words.unavailable.title}>
          <p>{words.unavailable[verification.state]}</p>
          <Reference of={verification.state === 'failed' ? verification.reference : undefined} />
          <TryAgain onClick={tryAgain} />
        </WithoutFacts>
      )
  }
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button type="button" onClick={onClick} className="mt-4">
    {page.tryAgain}
  </Button>
)

/** As high as the window, so that the result in its place moves nothing in sight. */
function Verifying() {
  return (
    <section className="wrap grid min-h-[calc(100svh-var(--header-height))] place-items-center py-16 noscript:hidden">
      <div className="flex items-center gap-4">
        <Spinner />
        <h1 className="text-heading">{page.verifying}</h1>
      </div>
    </section>
  )
}

type WithoutFactsProps = Omit<ComponentProps<typeof ResultNotice>, 'heading'> & {
  id: string
  /** Below the frame. */
  below?: ReactNode
}

/** Where nothing of a certificate may be said but its ID. As wide as a certificate. */
export const WithoutFacts = ({ id, children, below, ...notice }: WithoutFactsProps) => (
  <section className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-8 md:py-10">
    <ResultNotice {...notice}>
      <p className="mb-1">
        {page.id}: <strong className="font-mono tracking-wide">{id}</strong>
      </p>
      {children}
    </ResultNotice>
    {below}
  </section>
)

/** There was such a certificate. Nobody can say more about it. */
export const CertificateErased = ({ id }: { id: string }) => (
  <WithoutFacts id={id} tone="open" Icon={FileMinus} title={page.erased.title}>
    <p>{page.erased.text}</p>
    <p className="mt-1">{page.erased.more}</p>
    <div className="mt-4 flex flex-wrap gap-3">
      <ButtonLink href="/verification">{page.file}</ButtonLink>
      <ButtonLink href="/contact" look="outline">
        {page.contact}
      </ButtonLink>
    </div>
  </WithoutFacts>
)

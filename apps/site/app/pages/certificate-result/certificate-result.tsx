import words from '@naic/content/certificate.json' with { type: 'json' }
import { SecurityFeatures } from '#app/certificate-view/security-features.tsx'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import type { Unavailable } from '@naic/ledger/verify/ask-site.ts'
import { Button } from '@naic/ui/button.tsx'
import { Reference } from '@naic/ui/reference.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { CertificateErased } from './certificate-erased.tsx'
import { CertificateFound } from './certificate-found.tsx'
import { CertificateNotFound } from './certificate-not-found.tsx'
import type { Verification } from './use-verification.ts'

type Props = {
  id: string
  /** The ID as it stands in the address. */
  asked: string
  verification: Verification
  /** What the register says of a revocation. */
  revoked: Revocation | undefined
  tryAgain: () => void
}

/** One view for each thing that can come of a look-up. */
export function CertificateResult({ id, asked, verification, revoked, tryAgain }: Props) {
  switch (verification.state) {
    case 'verifying':
      return <Verifying />
    case 'unknown':
      return <CertificateNotFound asked={asked} didYouMean={verification.didYouMean} />
    case 'erased':
      return <CertificateErased id={id} />
    case 'busy':
    case 'away':
    case 'offline':
      return <NotLookedUp id={id} unavailable={verification} tryAgain={tryAgain} />
    case 'examined':
      return verification.examination.facts ? (
        <CertificateFound
          examination={verification.examination}
          facts={verification.examination.facts}
          registered={revoked}
        />
      ) : (
        <NothingToShow id={id} examination={verification.examination} tryAgain={tryAgain} />
      )
  }
}

/** As high as the window, so that what comes in its place moves nothing that is seen. */
function Verifying() {
  return (
    <section className="wrap grid min-h-[calc(100svh-var(--header-height))] place-items-center py-16 noscript:hidden">
      <div className="flex items-center gap-4">
        <Spinner />
        <h1 className="text-heading">Verifying certificate...</h1>
      </div>
    </section>
  )
}

type Asked = { id: string; tryAgain: () => void }

/** The register could not be asked: never to be mistaken for a certificate that there is not. */
function NotLookedUp({ id, unavailable, tryAgain }: Asked & { unavailable: Unavailable }) {
  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <h1 className="text-title">{words.unavailable.title}</h1>
      <p className="max-w-text text-lg">{words.unavailable[unavailable.state]}</p>
      <p>
        Certificate ID: <strong className="font-mono tracking-wide">{id}</strong>
      </p>
      <Reference of={unavailable.state === 'away' ? unavailable.reference : undefined} />
      <Button type="button" onClick={tryAgain}>
        Try again
      </Button>
    </section>
  )
}

type Nothing = Asked & { examination: Examination }

/** Without a right signature nothing of what came is shown: only what the checks say. */
function NothingToShow({ id, examination, tryAgain }: Nothing) {
  const { title, text } = words.verdicts[examination.verdict]
  return (
    <section className="wrap grid max-w-[54rem] gap-8 py-12 md:py-16">
      <div className="grid gap-2">
        <h1 className="text-title">{title}</h1>
        <p>
          Certificate ID: <strong className="font-mono tracking-wide">{id}</strong>
        </p>
      </div>
      <p className="max-w-text text-lg">{text}</p>
      <div className="border-hairline bg-paper rounded-lg border p-6">
        <SecurityFeatures examination={examination} />
      </div>
      <Button type="button" onClick={tryAgain} className="justify-self-start">
        Try again
      </Button>
    </section>
  )
}

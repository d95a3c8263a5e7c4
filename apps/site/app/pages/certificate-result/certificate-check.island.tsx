import { useEffect, useState } from 'react'
import { type Verified, verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { CertificateResult, CertificateStatus, type Verification } from './certificate-result.tsx'
import { CheckAnother } from './check-another.tsx'

type Props = {
  id: string
  /** The ID as it is in the address, which may be anything. */
  asked: string
  /** Whether the register has none of this ID. */
  isUnknown: boolean
  /** The revocation, if the register has one. */
  revoked: Revocation | undefined
}

/** Looks a certificate up, checks it, and shows the result with what can be done then. */
export function CertificateCheck({ id, asked, isUnknown, revoked }: Props) {
  const [attempt, setAttempt] = useState(0)
  const verification = useVerification(id, attempt)
  useFocusOnHeading(verification.state, attempt)
  // An ID that nobody has is corrected where the page says so.
  const isCorrected =
    verification.state === 'verifying' ? isUnknown : verification.state === 'unknown'
  return (
    <>
      <CertificateStatus id={id} verification={verification} />
      <CertificateResult
        id={id}
        asked={asked}
        verification={verification}
        tryAgain={() => setAttempt((count) => count + 1)}
        revoked={revoked}
      />
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

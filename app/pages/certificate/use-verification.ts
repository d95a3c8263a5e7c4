import { useEffect, useState } from 'react'
import { type Examination, examineCertificate } from '#app/certificate/examine-certificate.ts'
import { fetchEvidence } from './fetch-evidence.ts'

/** So long at least, so that the eye can follow. */
const verifyingMs = 800

export type Verification =
  | { state: 'verifying' }
  | { state: 'unknown' }
  | { state: 'unavailable' }
  | { state: 'examined'; examination: Examination }

/** Looks a certificate up and checks it, here and now. */
export function useVerification(id: string) {
  const [verification, setVerification] = useState<Verification>({ state: 'verifying' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const stop = new AbortController()
    void Promise.all([verify(id, stop.signal), pause(verifyingMs)]).then(([outcome]) => {
      if (!stop.signal.aborted) setVerification(outcome)
    })
    return () => stop.abort()
  }, [id, attempt])

  return {
    verification,
    tryAgain() {
      setVerification({ state: 'verifying' })
      setAttempt((count) => count + 1)
      // The button that had it goes.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
  }
}

async function verify(id: string, stop: AbortSignal): Promise<Verification> {
  if (id === '') return { state: 'unknown' }
  const answer = await fetchEvidence(id, stop)
  if (answer.state !== 'found') return answer
  const examination = await examineCertificate(answer.evidence, id, answer.revocation)
  return { state: 'examined', examination }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

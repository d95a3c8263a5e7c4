import { useEffect, useState } from 'react'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { type Verified, verifyById } from '@naic/ledger/verify/examine-certificate.ts'

/** So long at least, so that the eye can follow. */
const verifyingMs = 800

export type Verification = { state: 'verifying' } | Verified

/** Looks a certificate up and checks it, once for each ID and attempt. */
export function useVerification(id: string, attempt: number): Verification {
  const asked = `${id} ${attempt}`
  const [answered, setAnswered] = useState<{ asked: string; verification: Verification }>()

  useEffect(() => {
    const stop = new AbortController()
    void Promise.all([verifyById(id, thisSite, stop.signal), pause(verifyingMs)]).then(
      ([verification]) => {
        if (!stop.signal.aborted) setAnswered({ asked, verification })
      },
    )
    return () => stop.abort()
  }, [id, asked])

  return answered?.asked === asked ? answered.verification : { state: 'verifying' }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

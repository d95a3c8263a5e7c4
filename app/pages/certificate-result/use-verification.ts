import { useEffect, useState } from 'react'
import type { Examination } from '#app/certificate-view/examine-certificate.ts'
import { fetchEvidence } from '#app/certificate-view/fetch-evidence.ts'
import { examineWithNewestKeys } from '#app/certificate-view/newest-keys.ts'

/** So long at least, so that the eye can follow. */
const verifyingMs = 800

export type Verification =
  | { state: 'verifying' }
  | { state: 'unknown' }
  | { state: 'erased' }
  | { state: 'unavailable'; reference: string | undefined }
  | { state: 'examined'; examination: Examination }

/** Looks a certificate up and checks it, once for each ID and attempt. */
export function useVerification(id: string, attempt: number): Verification {
  const asked = `${id} ${attempt}`
  const [answered, setAnswered] = useState<{ asked: string; verification: Verification }>()

  useEffect(() => {
    const stop = new AbortController()
    void Promise.all([verify(id, stop.signal), pause(verifyingMs)]).then(([verification]) => {
      if (!stop.signal.aborted) setAnswered({ asked, verification })
    })
    return () => stop.abort()
  }, [id, asked])

  return answered?.asked === asked ? answered.verification : { state: 'verifying' }
}

async function verify(id: string, stop: AbortSignal): Promise<Verification> {
  if (id === '') return { state: 'unknown' }
  const answer = await fetchEvidence(id, stop)
  if (answer.state !== 'found') return answer
  const examination = await examineWithNewestKeys(answer.evidence, { ...answer.given, asked: id })
  return { state: 'examined', examination }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

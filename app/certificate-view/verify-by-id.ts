import type { Examination } from './examine-certificate.ts'
import { fetchEvidence, type Unavailable } from './fetch-evidence.ts'
import { examineWithNewestKeys } from './newest-keys.ts'

/** What comes of looking a certificate up by its ID and checking it. */
export type Verified =
  | { state: 'unknown'; didYouMean: readonly string[] }
  | { state: 'erased' }
  | Unavailable
  | { state: 'examined'; examination: Examination }

/**
 * Looks a certificate up and checks it, all of it: there is no lesser check for many at once.
 *
 * @param id cleaned; nobody is asked about an empty one.
 */
export async function verifyById(id: string, stop: AbortSignal): Promise<Verified> {
  if (id === '') return { state: 'unknown', didYouMean: [] }
  const answer = await fetchEvidence(id, stop)
  if (answer.state !== 'found') return answer
  const examination = await examineWithNewestKeys(answer.evidence, { ...answer.given, asked: id })
  return { state: 'examined', examination }
}

import { apiUrl } from '#app/server-context/site-address.ts'
import { fromBase64 } from '#credential/bytes.ts'
import type { Checkpoint } from '#credential/checkpoint.ts'
import { verifyConsistency } from '#credential/tree-growth.ts'

const patienceMs = 20_000

/**
 * Asks the site to prove that its log begins with what it was before, and checks the proof.
 *
 * @throws where no proof can be had, one that is none in form included.
 */
export async function proveGrowth(older: Checkpoint, newest: Checkpoint): Promise<boolean> {
  const response = await fetch(`${apiUrl()}/log/proof?from=${older.size}&to=${newest.size}`, {
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) throw new Error(`The log's proof was answered with ${response.status}.`)
  const { proof } = (await response.json()) as { proof: string[] }
  const hashes = proof.map((hash) => {
    const bytes = fromBase64(hash)
    if (!bytes) throw new Error("A hash of the log's proof is not in base64.")
    return bytes
  })
  return verifyConsistency(older, newest, hashes)
}

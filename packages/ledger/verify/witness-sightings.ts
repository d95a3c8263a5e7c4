import { equal } from '../format/bytes.ts'
import { openCheckpoint } from '../format/checkpoint.ts'
import { fromWitnessVkey, readCosignature } from '../format/cosignature.ts'
import { noteKeys } from '../format/published-keys.ts'
import { parseReceipt } from '../format/receipt.ts'
import type { Evidence, SeenBy } from './evidence.ts'
import { checkLogged } from './verify-credential.ts'

/** That a key signed, at a time, a checkpoint of the log which has the certificate's entry. */
export type WitnessSighting = { name: string; vkey: string; size: number; time: Date }

/** More than there ever are; what a site sends beyond is not looked at. */
const mostWitnesses = 20

/** Phones' clocks are off. */
const slowClockMs = 10 * 60_000

/**
 * Who has seen the certificate's entry in the log: only those whose signature is right, over a
 * checkpoint that the log signed as well and that the entry leads to. What is wrong is passed over:
 * it says nothing against the certificate. That a key is the witness's own cannot be checked here.
 *
 * @param seen as it came with the certificate; anything at all.
 */
export async function verifySightings(
  evidence: Evidence,
  seen: readonly SeenBy[],
): Promise<WitnessSighting[]> {
  const found = await Promise.all(
    seen.slice(0, mostWitnesses).map((one) => verifySighting(evidence, one)),
  )
  return found.filter((sighting) => sighting !== undefined)
}

async function verifySighting(
  evidence: Evidence,
  one: SeenBy,
): Promise<WitnessSighting | undefined> {
  const key = await fromWitnessVkey(String(one?.vkey))
  const receipt = parseReceipt(String(one?.receipt))
  if (!key || !receipt || !evidence.inclusion) return undefined
  const { entry } = evidence.inclusion
  const logged = await checkLogged('issue', evidence, { entry, receipt: one.receipt })
  const { checkpoint } = logged.details ?? {}
  if (logged.inclusion !== 'passed' || !checkpoint) return undefined
  const cosignature = await readCosignature(receipt.checkpoint, key)
  if (!cosignature) return undefined
  const time = new Date(cosignature.time * 1000)
  if (time.getTime() > evidence.now.getTime() + slowClockMs) return undefined
  if (!(await isOfSameLog(evidence, receipt.index, checkpoint))) return undefined
  return { name: key.name, vkey: one.vkey, size: checkpoint.size, time }
}

/** Of the certificate's own receipt: the same place, and no other root for the same size. */
async function isOfSameLog(
  { inclusion, keys, origin }: Evidence,
  index: number,
  { size, root }: { size: number; root: Uint8Array },
): Promise<boolean> {
  const own = parseReceipt(inclusion?.receipt ?? '')
  const checkpoint = own && (await openCheckpoint(own.checkpoint, noteKeys(keys, origin)))
  if (!checkpoint || own.index !== index) return false
  return checkpoint.size !== size || equal(checkpoint.root, root)
}

import { equal } from '../format/bytes.ts'
import { type Checkpoint, openCheckpoint } from '../format/checkpoint.ts'
import { noteKeys } from '../format/published-keys.ts'
import { parseReceipt } from '../format/receipt.ts'
import { isBeginning } from './compare-with-log.ts'
import type { Evidence, SeenBy, SignedEvidence, Site } from './evidence.ts'
import { checkLogged } from './verify-credential.ts'
import {
  reportOn,
  timeOfCosignature,
  type WitnessPolicy,
  type WitnessReport,
} from './witness-policy.ts'

/** That a key signed, at a time, a checkpoint of the log which has the certificate's entry. */
export type WitnessSighting = { name: string; vkey: string; checkpoint: Checkpoint; time: Date }

/** More than there ever are; what a site sends beyond is not looked at. */
const mostWitnesses = 20

/** Witnesses look every few minutes, or every hour. */
const recentMs = 24 * 60 * 60_000

/** `witnesses`: undefined if nobody must have seen it. */
export type Witnessed = {
  sightings: readonly WitnessSighting[]
  witnesses: WitnessReport | undefined
}

/**
 * Who has seen a certificate's entry, and whether that is enough for the site's policies.
 *
 * @param newest checkpoint of the live log that it was compared with. Without one its own receipt is all
 *   there is, and its signatures may be of any day.
 */
export async function findWitnesses(
  policies: readonly WitnessPolicy[],
  newest: Checkpoint | undefined,
  evidence: Evidence,
  site: Site,
): Promise<Witnessed> {
  const seen = newest ? await seenLive(evidence, site) : seenInReceipt(evidence, policies)
  const sightings = await verifySightings(evidence, Array.isArray(seen) ? seen : [])
  const reports = await Promise.all(
    policies.map((policy) => holdAgainst(policy, sightings, newest, evidence, site)),
  )
  return { sightings, witnesses: reports.find(({ isEnough }) => !isEnough) ?? reports[0] }
}

function seenInReceipt(
  { inclusion }: SignedEvidence,
  policies: readonly WitnessPolicy[],
): SeenBy[] {
  if (!inclusion) return []
  const vkeys = new Set(policies.flatMap((policy) => policy.vkeys))
  return Array.from(vkeys, (vkey) => ({ vkey, receipt: inclusion.receipt }))
}

/** Of what was erased there is no answer, so what witnesses signed last is asked for by itself. */
async function seenLive(
  { live, seenBy }: Evidence,
  site: Site,
): Promise<readonly SeenBy[] | undefined> {
  if (live !== 'erased') return seenBy
  const answer = await site.fetch('/log/witnesses', { cache: 'no-cache' })
  return ((await answer.json()) as { witnesses?: SeenBy[] }).witnesses
}

/**
 * Who has seen the certificate's entry in the log: only those whose signature is right, over a
 * checkpoint that the log signed as well and that the entry leads to. What is wrong is passed over:
 * it says nothing against the certificate. That a key is the witness's own cannot be checked here.
 *
 * @param seen as it came with the certificate; anything at all.
 */
export async function verifySightings(
  evidence: SignedEvidence,
  seen: readonly SeenBy[],
): Promise<WitnessSighting[]> {
  const found = await Promise.all(
    seen.slice(0, mostWitnesses).map((one) => verifySighting(evidence, one)),
  )
  return found.filter((sighting) => sighting !== undefined)
}

/**
 * Holds them against a policy. A witness counts who signed within the last day, and whose tree the
 * live log continues: one that signed another log has refused this one.
 *
 * @param newest checkpoint of the live log; undefined without one, when all of them count.
 */
async function holdAgainst(
  policy: WitnessPolicy,
  sightings: readonly WitnessSighting[],
  newest: Checkpoint | undefined,
  evidence: SignedEvidence,
  site: Site,
): Promise<WitnessReport> {
  const counts = async ({ checkpoint }: WitnessSighting) =>
    !newest || (await isBeginning({ ...checkpoint, keys: [] }, newest, evidence, site)) === true
  const times = policy.vkeys.map(async (vkey) => {
    const sighting = sightings.find((one) => one.vkey === vkey)
    return sighting && (await counts(sighting)) ? sighting.time : undefined
  })
  const withinMs = newest ? recentMs : Infinity
  return reportOn(policy, await Promise.all(times), { now: evidence.now, withinMs })
}

async function verifySighting(
  evidence: SignedEvidence,
  one: SeenBy,
): Promise<WitnessSighting | undefined> {
  const { vkey, receipt, note } = (one ?? {}) as Partial<
    Record<'vkey' | 'receipt' | 'note', string>
  >
  const signed = receipt === undefined ? note : parseReceipt(String(receipt))?.checkpoint
  const time = await timeOfCosignature(String(signed), String(vkey), evidence.now)
  if (!vkey || !time) return undefined
  const checkpoint =
    receipt === undefined
      ? await openCheckpoint(String(note), noteKeys(evidence.keys, evidence.origin))
      : await checkpointOver(evidence, receipt)
  const index = parseReceipt(evidence.inclusion?.receipt ?? '')?.index
  if (!checkpoint || index === undefined || index >= checkpoint.size) return undefined
  return { name: vkey.split('+', 1)[0] ?? '', vkey, checkpoint, time }
}

/** @returns the checkpoint of a receipt of the certificate's entry, if it is one. */
async function checkpointOver(
  evidence: SignedEvidence,
  receipt: string,
): Promise<Checkpoint | undefined> {
  const { entry } = evidence.inclusion ?? {}
  const { inclusion, details } = await checkLogged('issue', evidence, entry && { entry, receipt })
  if (inclusion !== 'passed' || !details) return undefined
  const { index, checkpoint } = details
  return (await isOfSameLog(evidence, index, checkpoint)) ? checkpoint : undefined
}

/** Of the certificate's own receipt: the same place, and no other root for the same size. */
async function isOfSameLog(
  { inclusion, keys, origin }: SignedEvidence,
  index: number,
  { size, root }: { size: number; root: Uint8Array },
): Promise<boolean> {
  const own = parseReceipt(inclusion?.receipt ?? '')
  const checkpoint = own && (await openCheckpoint(own.checkpoint, noteKeys(keys, origin)))
  if (!checkpoint || own.index !== index) return false
  return checkpoint.size !== size || equal(checkpoint.root, root)
}

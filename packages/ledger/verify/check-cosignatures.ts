import { equal } from '../format/bytes.ts'
import { type Checkpoint, openCheckpoint } from '../format/checkpoint.ts'
import { fromWitnessVkey, readCosignature } from '../format/cosignature.ts'
import { noteKeys } from '../format/published-keys.ts'
import { parseReceipt } from '../format/receipt.ts'
import { isBeginning } from './compare-with-log.ts'
import type {
  Evidence,
  ServedCosignature,
  SignedEvidence,
  Site,
  WitnessPolicy,
} from './evidence.ts'
import { checkLogged, type OwnChecks } from './verify-credential.ts'

/** Of a checkpoint that has the certificate's entry. */
export type VerifiedCosignature = { name: string; vkey: string; checkpoint: Checkpoint; time: Date }

/** Who of a policy's witnesses signed, and whether these are enough. */
export type WitnessReport = ReturnType<typeof reportOn>

/** More than there ever are; what a site sends beyond is not looked at. */
const mostWitnesses = 20

/** Witnesses look every few minutes, or every hour. */
const recentMs = 24 * 60 * 60_000

/** Clocks differ, and phones' most of all. */
const slowClockMs = 10 * 60_000

/**
 * Who has seen a certificate's entry, and whether that is enough for the site's policies.
 *
 * @param newest checkpoint of the live log that it was compared with. Without one its own receipt is all
 *   there is, and its signatures may be of any day.
 */
export async function checkPolicies(
  policies: readonly WitnessPolicy[],
  newest: Checkpoint | undefined,
  evidence: Evidence,
  site: Site,
) {
  const { inclusion, now } = evidence
  const asked = new Set(policies.flatMap(({ vkeys }) => vkeys))
  const inReceipt = Array.from(asked, (vkey) => ({ vkey, receipt: inclusion?.receipt }))
  const seen = newest ? await seenLive(evidence, site) : inclusion ? inReceipt : []
  const cosignatures = await verifyCosignatures(evidence, Array.isArray(seen) ? seen : [])
  const signed = new Set<string>()
  const count = async ({ vkey, checkpoint, time }: VerifiedCosignature) => {
    if (!asked.has(vkey)) return
    // A witness counts whose tree the live log continues: one that signed another log has refused this one.
    const counts =
      !newest ||
      (now.getTime() - time.getTime() <= recentMs &&
        (await isBeginning({ ...checkpoint, keys: [] }, newest, evidence, site)) === true)
    if (counts) signed.add(vkey)
  }
  await Promise.all(cosignatures.map(count))
  const reports = policies.map((policy) => reportOn(policy, signed))
  return { cosignatures, witnesses: reports.find(({ isEnough }) => !isEnough) ?? reports[0] }
}

function reportOn({ vkeys, needed }: WitnessPolicy, hasSigned: ReadonlySet<string>) {
  const all = vkeys.map((vkey) => ({ name: nameOf(vkey), vkey }))
  const signed = all.filter(({ vkey }) => hasSigned.has(vkey))
  const missing = all.filter(({ vkey }) => !hasSigned.has(vkey))
  // Under two names the same key is still one witness.
  const keys = new Set(signed.map(({ vkey }) => vkey.split('+').slice(2).join('+')))
  return { signed, missing, needed, isEnough: needed > 0 && keys.size >= needed }
}

/** Of what was erased there is no answer, so what witnesses signed last is asked for by itself. */
async function seenLive({ live, cosignatures }: Evidence, site: Site) {
  if (live !== 'erased') return cosignatures
  const answer = await site.fetch('/log/witnesses', { cache: 'no-cache' })
  return ((await answer.json()) as { witnesses?: ServedCosignature[] }).witnesses
}

/**
 * Those whose signature is right, over a checkpoint that the log signed as well and that the entry leads
 * to. What is wrong says nothing against the certificate. That a key is the witness's own cannot be
 * checked here.
 *
 * @param seen as it came with the certificate; anything at all.
 */
export async function verifyCosignatures(
  evidence: SignedEvidence,
  seen: readonly ServedCosignature[],
): Promise<VerifiedCosignature[]> {
  const { details } = await checkLogged('issue', evidence, evidence.inclusion)
  if (!details) return []
  const cosignatures = await Promise.all(
    seen.slice(0, mostWitnesses).map((one) => verifyCosignature(evidence, details, one ?? {})),
  )
  return cosignatures.filter((cosignature) => cosignature !== undefined)
}

/** @param own place of the entry by the certificate's own receipt, and the checkpoint of that. */
async function verifyCosignature(
  evidence: SignedEvidence,
  own: NonNullable<OwnChecks['details']>,
  { vkey, receipt, note }: ServedCosignature,
): Promise<VerifiedCosignature | undefined> {
  const signed = receipt === undefined ? note : parseReceipt(String(receipt))?.checkpoint
  const key = vkey ? await fromWitnessVkey(vkey) : undefined
  const cosignature = key && (await readCosignature(String(signed), key))
  if (!vkey || !cosignature) return undefined
  const time = new Date(cosignature.time * 1000)
  if (time.getTime() > evidence.now.getTime() + slowClockMs) return undefined
  const checkpoint = await checkpointOver(evidence, own, { receipt, note })
  if (!checkpoint || own.index >= checkpoint.size) return undefined
  return { name: key.name, vkey, checkpoint, time }
}

/** Of a receipt: if it has the certificate's entry at the same place, and no other root for its size. */
async function checkpointOver(
  evidence: SignedEvidence,
  own: NonNullable<OwnChecks['details']>,
  { receipt, note }: ServedCosignature,
): Promise<Checkpoint | undefined> {
  if (receipt === undefined) {
    return openCheckpoint(String(note), noteKeys(evidence.keys, evidence.origin))
  }
  const { entry } = evidence.inclusion ?? {}
  const { inclusion, details } = await checkLogged('issue', evidence, entry && { entry, receipt })
  if (inclusion !== 'passed' || details?.index !== own.index) return undefined
  const { size, root } = details.checkpoint
  const isOther = size === own.checkpoint.size && !equal(root, own.checkpoint.root)
  return isOther ? undefined : details.checkpoint
}

const nameOf = (vkey: string): string => vkey.split('+', 1)[0] ?? ''

import { readCosignature, fromWitnessVkey } from '../format/cosignature.ts'

/** Whom a log is to be watched by, for a certificate in it to count: such as two of three. */
export type WitnessPolicy = {
  /** The witnesses' keys, one line each (`fromWitnessVkey`). */
  vkeys: readonly string[]
  /** How many of them must have signed; at least 1. */
  needed: number
}

export type WitnessReport = {
  /** Who signed, in the policy's order. */
  signed: readonly { name: string; vkey: string; time: Date }[]
  /** Who did not; `last`: when this witness did, if only that is too long ago. */
  missing: readonly { name: string; vkey: string; last: Date | undefined }[]
  needed: number
  isEnough: boolean
}

/** Clocks differ, and phones' most of all. */
const slowClockMs = 10 * 60_000

/**
 * When a witness signed a checkpoint. Whether the log signed it, and what is in its tree, is for the
 * caller to check: a witness answers for the tree alone.
 *
 * @param note a checkpoint as a signed note; anything at all.
 * @param vkey the witness's key, on one line; anything at all.
 * @param now a signature from later does not count.
 * @returns undefined if there is no right signature of this key.
 */
export async function timeOfCosignature(
  note: string,
  vkey: string,
  now: Date,
): Promise<Date | undefined> {
  const key = await fromWitnessVkey(vkey)
  const cosignature = key && (await readCosignature(note, key))
  const time = cosignature && new Date(cosignature.time * 1000)
  return time && time.getTime() <= now.getTime() + slowClockMs ? time : undefined
}

/** @param times when each witness signed, in the policy's order; undefined for one who did not. */
export function reportOn(
  { vkeys, needed }: WitnessPolicy,
  times: readonly (Date | undefined)[],
  { now, withinMs }: { now: Date; withinMs: number },
): WitnessReport {
  const all = vkeys.map((vkey, at) => ({ name: nameOf(vkey), vkey, last: times[at] }))
  const isRecent = ({ last }: { last: Date | undefined }) =>
    last !== undefined && now.getTime() - last.getTime() <= withinMs
  const signed = all.flatMap(({ name, vkey, last }) =>
    last && isRecent({ last }) ? [{ name, vkey, time: last }] : [],
  )
  const missing = all.filter((one) => !isRecent(one))
  // Under two names the same key is still one witness.
  const keys = new Set(signed.map(({ vkey }) => vkey.split('+').slice(2).join('+')))
  return { signed, missing, needed, isEnough: needed > 0 && keys.size >= needed }
}

const nameOf = (vkey: string): string => vkey.split('+', 1)[0] ?? ''

import { type NoteKey, toVkey } from '#credential/checkpoint.ts'
import type { KeyRange } from '#credential/published-keys.ts'
import { type ListedKey, publicKeyOf, type RegistryKeys } from './registry-keys.ts'

/**
 * For what each key counts, as it is published: from its announcement on, until the next of its use
 * was announced or, where that is earlier, the entry from which it was revoked.
 *
 * @param origin name of the log.
 * @throws RegistryRefused when a row was changed into something that is no key.
 */
export const keyRanges = (keys: RegistryKeys, origin: string): Promise<KeyRange[]> =>
  Promise.all(keys.map((key) => publish(key, keys, origin)))

/**
 * When a key signed: as its range, but up to the next of its use also where it was revoked. What our
 * own log has under it is in the log all the same.
 */
export function serviceOf(key: ListedKey, keys: RegistryKeys): { from: number; to: number | null } {
  const { use, log_index: index } = key
  const next = keys.find((one) => one.use === use && one.log_index > index)?.log_index
  const from = index + 1
  if (next === undefined) return { from, to: null }
  // A new key of the log is announced by the last entry under a checkpoint that both sign.
  return { from, to: use === 'log' ? next + 1 : next }
}

/** Whether a key of credentials signs for an entry; `null` stands for one that is not yet there. */
export const isRefused = ({ revoked_from: from }: ListedKey, index: number): boolean =>
  from !== null && index >= from

/** When a key counts: as it signed, but up to where it was revoked. */
function forceOf(key: ListedKey, keys: RegistryKeys): { from: number; to: number | null } {
  const { from, to } = serviceOf(key, keys)
  const { revoked_from: revoked } = key
  return { from, to: revoked === null ? to : Math.min(revoked, to ?? revoked) }
}

/** The keys that sign the log's notes, each for the sizes that it counts for. */
export const notesInForce = (keys: RegistryKeys, origin: string): NoteKey[] =>
  keys
    .filter(({ use }) => use === 'log')
    .map((key) => ({
      name: origin,
      publicKey: publicKeyOf(key.public_key),
      sizes: forceOf(key, keys),
    }))

async function publish(key: ListedKey, keys: RegistryKeys, origin: string): Promise<KeyRange> {
  const { name, use, public_key, revoked_at } = key
  const note = { name: origin, publicKey: publicKeyOf(public_key) }
  return {
    name,
    use,
    publicKeyMultibase: public_key,
    ...(use === 'log' ? { vkey: await toVkey(note) } : {}),
    ...forceOf(key, keys),
    ...(revoked_at === null ? {} : { revoked: revoked_at }),
  }
}

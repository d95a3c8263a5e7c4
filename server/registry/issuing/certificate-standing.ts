import { isRefused, serviceOf } from '../keys/key-ranges.ts'
import type { ListedKey, RegistryKeys } from '../keys/registry-keys.ts'

/**
 * What became of a certificate, in the one word for it wherever it is told. `void`: its key was revoked from
 * before it on (decision 059); nobody can tell whether the council issued it.
 */
export type Standing = 'stands' | 'revoked' | 'void' | 'erased'

type Row = { log_index: number; erased_at: string | null; revoked_at: string | null }

/** The key of credentials that signed at this place of the log, if it was revoked from before there on. */
export function voidingKey(keys: RegistryKeys, index: number): ListedKey | undefined {
  return keys.find((key) => {
    if (key.use !== 'credentials' || !isRefused(key, index)) return false
    const { from, to } = serviceOf(key, keys)
    return index >= from && (to === null || index < to)
  })
}

export function standingOf(
  { log_index, erased_at, revoked_at }: Row,
  keys: RegistryKeys,
): Standing {
  if (erased_at) return 'erased'
  if (voidingKey(keys, log_index)) return 'void'
  return revoked_at ? 'revoked' : 'stands'
}

/** Which key it is for, in words. */
export const whyVoid = ({ name, revoked_from }: ListedKey): string =>
  `void: ${name} was revoked from entry ${revoked_from} on`

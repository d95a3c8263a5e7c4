import { readJson } from '#format/canonical-json.ts'
import { openCheckpoint } from '#format/checkpoint.ts'
import { type KeyRange, noteKeys } from '#format/published-keys.ts'
import { KnownKeys } from '#walk/known-keys.ts'
import { readWholeLog } from '#watch/check-growth.ts'
import { type KnownLog, readKept } from '#watch/watch-state.ts'
import { CannotLook, isKeyRange } from '#watch/watched-site.ts'

/** The council's keys as somebody keeps them who does not take them from the site that is checked. */
export type PinnedKeys = {
  /** Address of the site, without a slash at its end. */
  site: string
  /** Name of its log. */
  origin: string
  keys: readonly KeyRange[]
}

/** @returns what `ledger keys` printed. @throws CannotLook for anything else. */
export function readKeysFile(file: string): PinnedKeys {
  const kept = (readJson(readKept(file) ?? '') ?? {}) as Partial<PinnedKeys>
  const { site = '', origin, keys } = kept
  const isWhole =
    URL.canParse(site) &&
    typeof origin === 'string' &&
    Array.isArray(keys) &&
    keys.every(isKeyRange)
  if (isWhole) return { site, origin, keys }
  throw new CannotLook(`${file} has no keys of a council: "ledger keys" prints what it must have.`)
}

/**
 * The keys as the whole log announces and revokes them: the site itself may hide a revocation.
 *
 * @param vkey a key of the log that is known already; undefined to take the log as it is found.
 * @throws LogFault for a log without that key, or a site that contradicts its log; CannotLook.
 */
export async function fetchKnownKeys(site: string, vkey: string | undefined): Promise<PinnedKeys> {
  const { origin, keys } = await readWholeLog(site, vkey)
  return { site, origin, keys: await new KnownKeys(origin, keys).ranges() }
}

/**
 * Keys out of a file, with what the log has revoked since, and nothing else of the log.
 *
 * @throws CannotLook for a log that none of these keys signed: a new key, or somebody else's log.
 */
export async function withNewRevocations(pinned: PinnedKeys, log: KnownLog): Promise<PinnedKeys> {
  const ranges = await new KnownKeys(log.origin, log.keys).ranges()
  const keys = pinned.keys.map((range) => {
    const one = ranges.find((key) => key.publicKeyMultibase === range.publicKeyMultibase)
    const revoked = range.revoked ?? one?.revoked
    if (revoked === undefined) return range
    return { ...range, to: Math.min(range.to ?? Infinity, one?.to ?? Infinity), revoked }
  })
  if (await openCheckpoint(log.note, noteKeys(keys, pinned.origin))) return { ...pinned, keys }
  throw new CannotLook(
    `${pinned.site} has a log that is not signed by any key of --keys. If the council has changed its key, or restarted its log, make the file again: ledger keys with the --origin-key that you know.`,
  )
}

import { readFile } from 'node:fs/promises'
import { equal } from '#format/bytes.ts'
import { fromVkey, openCheckpoint } from '#format/checkpoint.ts'
import {
  type DidDocument,
  didDocument,
  fromMultikey,
  type KeyRange,
  noteKeys,
} from '#format/published-keys.ts'
import type { KnownKey } from '#watch/known-keys.ts'
import {
  CannotLook,
  fetchServed,
  isKeyRange,
  LogFault,
  usualPatience,
  WatchedSite,
} from '#watch/watched-site.ts'
import { watchLog } from '#watch/watch-log.ts'

/** The council's keys as somebody keeps them who does not take them from the site that is checked. */
export type PinnedKeys = {
  /** Address of the site, without a slash at its end. */
  site: string
  /** Name of its log. */
  origin: string
  keys: readonly KeyRange[]
}

/** @returns what `ledger keys` wrote. @throws CannotLook for anything else. */
export async function readKeysFile(file: string): Promise<PinnedKeys> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CannotLook(`${file} cannot be read (${error.message}).`, { cause: error })
  })
  const { site, origin, keys } = parse(text)
  const isWhole =
    typeof site === 'string' &&
    URL.canParse(site) &&
    typeof origin === 'string' &&
    Array.isArray(keys) &&
    keys.every(isKeyRange)
  if (isWhole) return { site, origin, keys }
  throw new CannotLook(`${file} has no keys of a council: "ledger keys" writes such a file.`)
}

function parse(text: string): { [Name in keyof PinnedKeys]?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}

/**
 * The keys that the site lists now, as far as the log's keys that are known already vouch for them:
 * where the log has another key by now, all of the log is read, in which each key hands over to the next.
 *
 * @param vkeys keys of the log that are known already; none to take the site's word.
 * @throws LogFault where the log never had any of them; CannotLook where the site does not answer.
 */
export async function fetchKnownKeys(site: string, vkeys: readonly string[]): Promise<PinnedKeys> {
  const { origin, keys } = await fetchServed(new WatchedSite(site, usualPatience))
  const known = await keepLogKeys(keys, vkeys)
  if (vkeys.length === 0 || known.length === keys.length) return { site, origin, keys }
  return { site, origin, keys: await keepHandedOver(keys, site, vkeys) }
}

/**
 * A log that signs with a key of which a file does not know is a new key of the council's, or somebody
 * else's log. That is no word about any certificate.
 *
 * @throws CannotLook for one that is not signed by any of these keys; not where the site does not answer.
 */
export async function requireKnownSigner({ site, origin, keys }: PinnedKeys): Promise<void> {
  const served = await fetchServed(new WatchedSite(site, shortPatience)).catch(() => undefined)
  if (!served || (await openCheckpoint(served.note, noteKeys(keys, origin)))) return
  throw new CannotLook(
    `${site} has a log that is not signed by any key of --keys. If the council has changed its key, or restarted its log, make the file again: ledger keys with the --origin-key that you know.`,
  )
}

/** Certificates are asked for after that, and say by themselves that the site does not answer. */
const shortPatience = { answerMs: 20_000, lookMs: 20_000 }

/** @returns the keys without those of the log that are not among these lines. */
export async function keepLogKeys(
  keys: readonly KeyRange[],
  vkeys: readonly string[],
): Promise<KeyRange[]> {
  if (vkeys.length === 0) return [...keys]
  const pinned = await Promise.all(vkeys.map(async (vkey) => ({ vkey, key: await fromVkey(vkey) })))
  return keys.flatMap((range) => {
    if (range.use !== 'log') return [range]
    const publicKey = fromMultikey(range.publicKeyMultibase)
    const one = pinned.find(({ key }) => key && publicKey && equal(key.publicKey, publicKey))
    return one ? [{ ...range, vkey: one.vkey }] : []
  })
}

/** All of the log is looked through, as a watcher does who comes for the first time. */
async function keepHandedOver(
  keys: readonly KeyRange[],
  site: string,
  [originKey]: readonly string[],
): Promise<KeyRange[]> {
  const look = await watchLog({
    url: site,
    stateFile: undefined,
    evidenceFile: undefined,
    originKey,
    isWhole: true,
    witness: undefined,
  })
  if (look.state === 'fault') throw new LogFault(look.sentence)
  if (look.state === 'unseen') throw new CannotLook(look.sentence)
  return keys.flatMap((range) => asTheLogSays(range, look.log.keys))
}

/** The list was fetched before the log was read: a site might have changed it in between. */
function asTheLogSays(range: KeyRange, known: readonly KnownKey[]): KeyRange[] {
  const key = known.find(
    ({ use, name, publicKeyMultibase }) =>
      use === range.use && name === range.name && publicKeyMultibase === range.publicKeyMultibase,
  )
  if (!key) return []
  if (!key.revoked) return [range]
  const { from, at } = key.revoked
  return [{ ...range, to: Math.min(range.to ?? from, from), revoked: at }]
}

/** What the site would serve of these keys as its DID document. */
export const didOfKeys = ({ site, keys }: PinnedKeys): DidDocument =>
  didDocument(
    site,
    keys.flatMap(({ name, use, publicKeyMultibase, revoked }) => {
      const publicKey = fromMultikey(publicKeyMultibase)
      return use === 'credentials' && publicKey ? [{ name, use, publicKey, revoked }] : []
    }),
  )

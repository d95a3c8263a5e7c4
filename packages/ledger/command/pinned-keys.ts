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
import { KnownKeys } from '#walk/known-keys.ts'
import { CannotLook, isKeyRange, LogFault } from '#watch/watched-site.ts'
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
 * The keys as the log announces and revokes them, for which all of it is read: what the site says of
 * its keys is nobody's word, and may hide a revocation.
 *
 * @param vkey a key of the log that is known already; undefined to take the log as it is found.
 * @throws LogFault where the log never had that key, or the site contradicts its log; CannotLook where
 *   the site does not answer.
 */
export async function fetchKnownKeys(site: string, vkey: string | undefined): Promise<PinnedKeys> {
  const log = await readLog(site, vkey)
  if (typeof log === 'string') throw new CannotLook(log)
  const { origin, keys } = log
  return { site, origin, keys }
}

/**
 * Keys out of a file, with what the log has revoked since the file was made. A revocation that the file
 * has stays, whatever the log is now; nothing else of the log is taken up.
 *
 * @returns why not, in a sentence, where the log could not be read.
 * @throws LogFault where the site contradicts its log; CannotLook for a log that is not signed by any of
 *   these keys: the council has a new key, or it is somebody else's log, which is no word about any
 *   certificate.
 */
export async function withNewRevocations(pinned: PinnedKeys): Promise<PinnedKeys | string> {
  const { site, origin } = pinned
  const log = await readLog(site, undefined)
  if (typeof log === 'string') return log
  const keys = pinned.keys.map((range) => {
    const one = log.keys.find((key) => key.publicKeyMultibase === range.publicKeyMultibase)
    const revoked = range.revoked ?? one?.revoked
    if (revoked === undefined) return range
    return { ...range, to: Math.min(range.to ?? Infinity, one?.to ?? Infinity), revoked }
  })
  if (await openCheckpoint(log.note, noteKeys(keys, origin))) return { ...pinned, keys }
  throw new CannotLook(
    `${site} has a log that is not signed by any key of --keys. If the council has changed its key, or restarted its log, make the file again: ledger keys with the --origin-key that you know.`,
  )
}

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
async function readLog(site: string, originKey: string | undefined) {
  const look = await watchLog({
    url: site,
    stateFile: undefined,
    evidenceFile: undefined,
    originKey,
    isWhole: true,
    witness: undefined,
  })
  if (look.state === 'fault') throw new LogFault(look.sentence)
  if (look.state === 'unseen') return look.sentence
  const { origin, note, keys } = look.log
  return { origin, note, keys: await new KnownKeys(origin, keys, []).ranges() }
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

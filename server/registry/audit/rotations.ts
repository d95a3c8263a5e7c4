import { fromBase64 } from '#credential/bytes.ts'
import { openCheckpoint } from '#credential/checkpoint.ts'
import { verifyEd25519 } from '#credential/ed25519.ts'
import { announcementBytes, type LogEntry } from '#credential/log-entry.ts'
import type { Database } from '#server/database/database.ts'
import type { Registry } from '../registry.ts'
import {
  type ListedKey,
  logPublicKeys,
  publicKeyOf,
  type RegistryKeys,
} from '../keys/registry-keys.ts'

type Parts = Pick<Registry, 'database' | 'log'>

/** Both first keys are announced when the log is begun, and nothing comes before them. */
const firstKeys = 2

/**
 * Whether each key that follows another was handed over to by that one: a database into which
 * somebody wrote a key of his own, and what that signed, is whole in every other respect.
 *
 * @param keys all, in the order of the log.
 * @param entryOf the entry that announces a key; undefined for one that does not.
 * @returns those that were not.
 */
export async function findUnvouched(
  parts: Parts,
  keys: RegistryKeys,
  entryOf: (key: ListedKey) => Promise<LogEntry | undefined>,
): Promise<ListedKey[]> {
  const unvouched: ListedKey[] = []
  for (const [at, key] of keys.entries()) {
    const before = keys.slice(0, at).findLast(({ use }) => use === key.use)
    const isRight = before
      ? await isHandedOver(parts, before, key, await entryOf(key))
      : key.log_index < firstKeys
    if (!isRight) unvouched.push(key)
  }
  return unvouched
}

async function isHandedOver(
  { database, log: { origin } }: Parts,
  before: ListedKey,
  key: ListedKey,
  entry: LogEntry | undefined,
): Promise<boolean> {
  if (entry?.t !== 'key') return false
  // Of the first edition nobody vouched for a key; that ended with the first entry of the second.
  if (entry.v === 1) return !(await isSecondEdition(database, key.log_index))
  if (key.use === 'log') {
    const note = await noteOf(database, key.log_index + 1)
    const signers = logPublicKeys([before, key], origin)
    const opened = await Promise.all(signers.map((signer) => openCheckpoint(note, [signer])))
    return opened.every((checkpoint) => checkpoint !== undefined)
  }
  const signature = fromBase64(String(entry.s))
  const announcement = announcementBytes(origin, entry)
  return !!signature && verifyEd25519(publicKeyOf(before.public_key), announcement, signature)
}

/** A key is announced by the last entry of an addition, whose checkpoint is just as large. */
async function noteOf({ build, read }: Database, size: number): Promise<string> {
  const query = build.selectFrom('log_checkpoint').select('note').where('size', '=', size)
  return (await read(query.compile()))[0]?.note ?? ''
}

async function isSecondEdition({ build, read }: Database, before: number): Promise<boolean> {
  const query = build
    .selectFrom('log_entry')
    .select('position')
    .where('position', '<', before)
    // Canonical JSON, of which this is the last member.
    .where('entry', 'like', '%"v":2}')
    .limit(1)
  return (await read(query.compile())).length > 0
}

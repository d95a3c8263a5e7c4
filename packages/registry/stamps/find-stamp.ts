import { type Bytes, fromBase64, utf8 } from '@naic/ledger/format/bytes.ts'
import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { sha256 } from '@naic/ledger/format/cryptography.ts'
import {
  firstBlock,
  followTimestamp,
  formatStampFile,
  mergeTimestamps,
  parseTimestamp,
  type Timestamp,
} from '@naic/ledger/format/opentimestamps.ts'
import type { TellFault } from '@naic/ledger/walk/known-keys.ts'
import type { RowsOf, Reading } from '@naic/store/database/database.ts'
import { notesInForce, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'

/**
 * Of the stamped checkpoints over a certificate's entry, the first that is in a block and the newest
 * that is promised one. For `openStamp`.
 */
export function stampsOver(read: Reading, id: string) {
  const index = read.selectFrom('certificate').select('log_index').where('id', '=', id)
  const over = read.selectFrom('log_stamp').select('size').where('size', '>', index)
  const inBlock = over.where('block', 'is not', null).orderBy('size').limit(1)
  const promised = over.where('block', 'is', null).orderBy('size', 'desc').limit(1)
  return stampRows(read).where(({ or, eb }) =>
    or([eb('log_stamp.size', '=', inBlock), eb('log_stamp.size', '=', promised)]),
  )
}

type StampRows = RowsOf<[ReturnType<typeof stampsOver>]>[0]

/**
 * @returns the stamp's file (.ots) and its checkpoint, the one in a block if there is one; undefined if
 *   there is no stamp, or a revoked key signed its checkpoint.
 */
export async function openStamp(rows: StampRows, log: { keys: RegistryKeys; origin: string }) {
  const inBlock = rows.find(({ block }) => block !== null)
  const first = inBlock ?? rows[0]
  const ots = await formatStamps(rows.filter(({ size }) => size === first?.size))
  if (!first || !ots) return undefined
  // A checkpoint by a key that was revoked proves nothing, in a block or not.
  const checkpoint = await openCheckpoint(first.note, await notesInForce(log.keys, log.origin))
  if (checkpoint?.size !== first.size) return undefined
  return { head: { ...checkpoint, note: first.note }, ots, isInBlock: inBlock !== undefined }
}

/**
 * @returns the file with what all calendars said of a checkpoint; undefined if none did. A stamp that
 *   cannot be read is left out; `log verify` names it.
 */
export async function readStampFile(
  { database: { read } }: Pick<Registry, 'database'>,
  size: number,
): Promise<Bytes | undefined> {
  return formatStamps(await stampRows(read).where('log_stamp.size', '=', size).execute())
}

const stampRows = (read: Reading) =>
  read
    .selectFrom('log_stamp')
    .innerJoin('log_checkpoint', 'log_checkpoint.size', 'log_stamp.size')
    .select(['log_stamp.size', 'timestamp', 'block', 'note'])
    .orderBy('log_stamp.size')
    .orderBy('calendar')

/** @param rows of one checkpoint. */
async function formatStamps(rows: StampRows): Promise<Bytes | undefined> {
  const note = rows[0]?.note
  const [first, ...others] = rows.flatMap(({ timestamp }) => readTimestamp(timestamp) ?? [])
  if (note === undefined || !first) return undefined
  return formatStampFile(await sha256(utf8(note)), others.reduce(mergeTimestamps, first))
}

/** @returns undefined for what somebody put into the database by hand. */
export const readTimestamp = (text: string): Timestamp | undefined =>
  parseTimestamp(fromBase64(text) ?? new Uint8Array())

/**
 * Whether each stamp names the block that is said of it. Steps lead from anything to something:
 * whether that is the root of the block only Bitcoin can tell, and `ots verify` asks it.
 *
 * @returns how many there are, and how many of them are in a block.
 */
export async function verifyStamps(
  { database: { read } }: Pick<Registry, 'database'>,
  tell: TellFault,
): Promise<{ stamps: number; inBlocks: number }> {
  const query = read
    .selectFrom('log_stamp')
    .leftJoin('log_checkpoint', 'log_checkpoint.size', 'log_stamp.size')
    .select(['log_stamp.size', 'calendar', 'timestamp', 'block', 'note'])
    .orderBy('log_stamp.size')
  const rows = await query.execute()
  for (const { size, calendar, timestamp, block, note } of rows) {
    if (note === null) {
      tell(`There is a stamp by ${calendar} of ${size} entries, which no checkpoint has.`)
      continue
    }
    const kept = readTimestamp(timestamp)
    const height = kept && (await heightOf(kept, await sha256(utf8(note))))
    if (height !== block) {
      tell(`The stamp of the checkpoint of ${size} entries by ${calendar} was changed.`)
    }
  }
  return { stamps: rows.length, inBlocks: rows.filter(({ block }) => block !== null).length }
}

/** @returns the height of the first block that the steps lead to; null if there is none. */
export async function heightOf(timestamp: Timestamp, digest: Bytes): Promise<number | null> {
  return firstBlock(await followTimestamp(timestamp, digest))?.height ?? null
}

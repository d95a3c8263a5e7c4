import { type Bytes, fromBase64, utf8 } from '#credential/bytes.ts'
import { sha256 } from '#credential/sha256.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { parseTimestamp, type Timestamp } from '#credential/stamps/timestamp.ts'
import { formatStampFile, mergeTimestamps } from '#credential/stamps/write-timestamp.ts'
import { proveInclusion } from '../issuing/find-certificate.ts'
import type { Registry } from '../registry.ts'

/** The stamp of a checkpoint that an entry is under. */
export type FoundStamp = {
  entry: LogEntry
  /** From the entry to the checkpoint. */
  receipt: string
  /** The stamp's file (.ots). */
  ots: Bytes
  /** Whether a block of Bitcoin is known, or only promised. */
  isInBlock: boolean
}

/**
 * @param index of the entry in the log.
 * @returns the first stamp over it that is in a block, else the newest promise, else undefined.
 */
export async function findStamp(
  registry: Pick<Registry, 'database' | 'log'>,
  index: number,
): Promise<FoundStamp | undefined> {
  const { build, read } = registry.database
  const over = build.selectFrom('log_stamp').select(['size', 'block']).where('size', '>', index)
  const inBlock = over.where('block', 'is not', null).orderBy('size').limit(1).compile()
  const promised = over.where('block', 'is', null).orderBy('size', 'desc').limit(1).compile()
  const stamp = (await read(inBlock))[0] ?? (await read(promised))[0]
  const checkpoint = stamp && (await registry.log.headOf(stamp.size))
  const ots = checkpoint && (await readStampFile(registry, stamp.size))
  if (!ots) return undefined
  const inclusion = await proveInclusion(registry, index, checkpoint)
  return { ...inclusion, ots, isInBlock: stamp.block !== null }
}

/**
 * @returns the file with what all calendars said of a checkpoint; undefined where none did. What
 *   cannot be read, as after a change by hand, is passed over: `log verify` names it.
 */
export async function readStampFile(
  { database }: Pick<Registry, 'database'>,
  size: number,
): Promise<Bytes | undefined> {
  const { build, read } = database
  const query = build
    .selectFrom('log_stamp')
    .innerJoin('log_checkpoint', 'log_checkpoint.size', 'log_stamp.size')
    .select(['timestamp', 'note'])
    .where('log_stamp.size', '=', size)
    .orderBy('calendar')
  const rows = await read(query.compile())
  const note = rows[0]?.note
  const [first, ...others] = rows.flatMap(({ timestamp }) => readTimestamp(timestamp) ?? [])
  if (note === undefined || !first) return undefined
  return formatStampFile(await sha256(utf8(note)), others.reduce(mergeTimestamps, first))
}

/** @returns undefined for what somebody put into the database by hand. */
export const readTimestamp = (text: string): Timestamp | undefined =>
  parseTimestamp(fromBase64(text) ?? new Uint8Array())

import { utf8 } from '#credential/bytes.ts'
import { sha256 } from '#credential/cryptography.ts'
import { heightOf } from './checkpoint-stamps.ts'
import { readTimestamp } from './find-stamp.ts'
import type { Registry } from '../registry.ts'

/**
 * Whether each stamp names the block that is said of it. Steps lead from anything to something:
 * whether that is the root of the block only Bitcoin can tell, and `ots verify` asks it.
 *
 * @param faults gets a sentence for each that does not.
 * @returns how many there are, and how many of them are in a block.
 */
export async function verifyStamps(
  { database: { build, read } }: Pick<Registry, 'database'>,
  faults: string[],
): Promise<{ stamps: number; inBlocks: number }> {
  const query = build
    .selectFrom('log_stamp')
    .leftJoin('log_checkpoint', 'log_checkpoint.size', 'log_stamp.size')
    .select(['log_stamp.size', 'calendar', 'timestamp', 'block', 'note'])
    .orderBy('log_stamp.size')
  const rows = await read(query.compile())
  for (const { size, calendar, timestamp, block, note } of rows) {
    if (note === null) {
      faults.push(`There is a stamp by ${calendar} of ${size} entries, which no checkpoint has.`)
    } else if ((await blockOf(timestamp, note)) !== block) {
      faults.push(`The stamp of the checkpoint of ${size} entries by ${calendar} was changed.`)
    }
  }
  return { stamps: rows.length, inBlocks: rows.filter(({ block }) => block !== null).length }
}

/** @returns undefined for what cannot be read. */
async function blockOf(text: string, note: string): Promise<number | null | undefined> {
  const timestamp = readTimestamp(text)
  return timestamp && heightOf(timestamp, await sha256(utf8(note)))
}

import { readCanonicalBytes } from './canonical-json.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { LogEntry } from './log-entry.ts'
import { hashLeaf, verifyInclusion } from './merkle-tree.ts'
import { parseReceipt } from './receipt.ts'
import { decodeStatusList, encodedListOf, statusDigest } from './status-list.ts'

/** The log's last entry under a checkpoint, and the receipt that proves it. */
export type Listed = { entry: LogEntry; receipt: string }

/**
 * Whether a status list is the one that the log has under a checkpoint: every addition ends with the
 * list's digest, so that an old list beside a new checkpoint is seen by one proof.
 *
 * @param listed the last entry; null or undefined where there is none to be had.
 * @param statusList the list as it was served. Who signed it, and until when it is valid, is not
 *   looked at here.
 * @param checkpoint whose signature was checked by the caller; the note within the receipt is not
 *   read. It must be the one that everything else was compared with.
 * @returns `unknown` where a part is missing, as for an addition by a version of the program that
 *   made no such entries; `failed` for a list, an entry or a proof that is not of this checkpoint.
 */
export async function checkListed({
  listed,
  statusList,
  checkpoint,
}: {
  listed?: Listed | null | undefined
  statusList: unknown
  checkpoint: Pick<Checkpoint, 'size' | 'root'> | undefined
}): Promise<'passed' | 'failed' | 'unknown'> {
  const bits = await decodeStatusList(encodedListOf(statusList))
  if (!listed || !bits || !checkpoint) return 'unknown'
  const { entry, receipt } = listed
  const { size, root } = checkpoint
  const proven = typeof receipt === 'string' ? parseReceipt(receipt) : undefined
  const bytes = readCanonicalBytes(entry)
  if (!bytes || proven?.index !== size - 1) return 'failed'
  const place = { leaf: await hashLeaf(bytes), index: size - 1, size, root }
  if (!(await verifyInclusion(place, proven.proof))) return 'failed'
  return entry?.t === 'status-list' && entry.h === (await statusDigest(bits)) ? 'passed' : 'failed'
}

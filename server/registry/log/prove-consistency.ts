import type { Bytes } from '#credential/bytes.ts'
import { consistencyRanges } from './subtree.ts'
import type { TransparencyLog } from './transparency-log.ts'

/**
 * That a larger log begins with a smaller one, for whoever has checkpoints of both.
 *
 * @param from at least 1, and no more than `to`.
 * @returns the hashes as RFC 9162 orders them; undefined where the log is not that large.
 * @throws when the database cannot answer; RegistryRefused when the log is damaged.
 */
export async function proveConsistency(
  log: Pick<TransparencyLog, 'begunHead' | 'tree'>,
  from: number,
  to: number,
): Promise<Bytes[] | undefined> {
  const { size } = await log.begunHead()
  return to > size ? undefined : log.tree.rangeHashes(consistencyRanges(from, to))
}

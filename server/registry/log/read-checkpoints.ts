import type { Selectable } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

const mostAtATime = 1000

/** Without the time of signing, to which no signature holds us. */
type PublicCheckpoint = Omit<Selectable<Tables['log_checkpoint']>, 'signed_at'>

/**
 * The chain of signed checkpoints, a part at a time, for whoever mirrors it.
 *
 * @param after size of the last one that is known already; 0 to begin.
 * @returns up to 1,000, oldest first; none at the end.
 */
export const readCheckpoints = (
  { build, read }: Database,
  after: number,
): Promise<PublicCheckpoint[]> =>
  read(
    build
      .selectFrom('log_checkpoint')
      .select(['size', 'note', 'previous'])
      .where('size', '>', after)
      .orderBy('size')
      .limit(mostAtATime)
      .compile(),
  )

/** A line of JSON for each. */
export const formatCheckpoints = (checkpoints: readonly object[]): string =>
  checkpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join('')

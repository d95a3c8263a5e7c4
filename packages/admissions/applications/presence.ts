import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { ConstraintViolated, type Database } from '@naic/platform/database/database.ts'
import { idIfThere } from '@naic/platform/database/id-if-there.ts'
import { describeTable, type RowsOf, text } from '@naic/platform/database/tables.ts'

/** Who of the staff looks at which application just now, at whichever desk. */
export const presenceTables = {
  presence: describeTable(
    {
      application_id: text,
      /** As the journal names them. */
      looked_by: text,
      /** Counts until then, unless they look on. Its name keeps a look from being an event of the application. */
      until: text,
    },
    {
      key: ['application_id', 'looked_by'],
      growsOnly: false,
      rights: 'SELECT',
      desk: 'INSERT, UPDATE, DELETE',
      isPassing: true,
      whose: { of: 'application', by: 'application_id' },
    },
  ),
}

declare module '@naic/platform/database/tables.ts' {
  interface Tables extends RowsOf<typeof presenceTables> {}
}

export async function makePresenceTables(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE presence (
      application_id text NOT NULL,
      looked_by text NOT NULL,
      until text NOT NULL,
      PRIMARY KEY (application_id, looked_by))`,
    )
    .execute(database)
}

/** How long a look counts. Who looks on says so twice within it. */
const lastsMs = 45_000

/** Somebody who looks at an application. */
export type Look = {
  application: string
  /** As the journal names them. */
  who: string
}

/**
 * Keeps that somebody looks at an application, for 45 seconds. Of one that is gone, nothing is kept.
 *
 * @throws `Unavailable` when it cannot be kept now.
 */
export async function lookAt(
  { build, atomic }: Pick<Database, 'build' | 'atomic'>,
  { application, who }: Look,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + lastsMs).toISOString()
  const look = build
    .insertInto('presence')
    .values({
      application_id: idIfThere('application', application),
      looked_by: who,
      until,
    })
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'looked_by']).doUpdateSet({ until }),
    )
  try {
    await atomic([look.compile()])
  } catch (error) {
    if (!(error instanceof ConstraintViolated)) throw error
  }
}

/** @throws `Unavailable` when it cannot be kept now. */
export async function lookAway(
  { build, atomic }: Pick<Database, 'build' | 'atomic'>,
  { application, who }: Look,
): Promise<void> {
  const look = build.deleteFrom('presence').where('application_id', '=', application)
  await atomic([look.where('looked_by', '=', who).compile()])
}

/** Reads everybody who looks, and those whose look is over. */
export const selectLooks = ({ build }: Pick<Database, 'build'>) =>
  build.selectFrom('presence').selectAll().orderBy('application_id').orderBy('looked_by').compile()

/** The statement that removes what counts no more. */
export const forgetLooks = ({ build }: Pick<Database, 'build'>, now: Date): CompiledQuery =>
  build.deleteFrom('presence').where('until', '<', now.toISOString()).compile()

import { type Kysely, sql } from 'kysely'
import type { Database } from '@naic/platform/database/database.ts'
import { describeTable, type RowsOf, text } from '@naic/platform/database/tables.ts'

/** Views of the applications that somebody of the staff saved for themselves: filters, order and columns. */
export const savedViewTables = {
  saved_view: describeTable(
    {
      /** As the journal names them. */
      who: text,
      name: text,
      /** What the list's address asks for, such as "status=received&sort=college". */
      search: text,
    },
    { key: ['who', 'name'], growsOnly: false, rights: 'INSERT, DELETE', whose: 'council' },
  ),
}

declare module '@naic/platform/database/tables.ts' {
  interface Tables extends RowsOf<typeof savedViewTables> {}
}

export async function makeSavedViewTables(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE saved_view (
      who text NOT NULL,
      name text NOT NULL,
      search text NOT NULL,
      PRIMARY KEY (who, name))`,
    )
    .execute(database)
}

export type SavedView = { name: string; search: string }

const longestName = 60
const mostViews = 50

/** Never kept: where somebody was in the list, and words that were searched for, which may name a person. */
const notKept = ['text', 'open', 'page']

/** @returns in the order of their names. @throws `Unavailable` when the database cannot be asked. */
export async function readSavedViews(
  { build, read }: Pick<Database, 'build' | 'read'>,
  who: string,
): Promise<SavedView[]> {
  const query = build.selectFrom('saved_view').select(['name', 'search']).where('who', '=', who)
  const views = await read(query.compile())
  return views.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/**
 * Saves a view under a name, in place of the one that had it.
 *
 * @param search of the list's address.
 * @returns what is wrong, if it was not saved.
 * @throws `Unavailable` when it cannot be stored now.
 */
export async function saveView(
  database: Database,
  who: string,
  view: SavedView,
): Promise<{ ok: true } | { ok: false; reason: string }> {
  const name = view.name.trim()
  if (name === '') return { ok: false, reason: 'A view needs a name.' }
  if (name.length > longestName) {
    return { ok: false, reason: `The name may have ${longestName} characters.` }
  }
  const others = (await readSavedViews(database, who)).filter((one) => one.name !== name)
  if (others.length >= mostViews) {
    return { ok: false, reason: `There may be ${mostViews} views: remove one first.` }
  }
  const kept = new URLSearchParams(view.search.slice(0, 2_000))
  for (const part of notKept) kept.delete(part)
  await database.atomic([
    withName(database, who, name),
    database.build
      .insertInto('saved_view')
      .values({ who, name, search: `${kept}` })
      .compile(),
  ])
  return { ok: true }
}

/** @throws `Unavailable` when it cannot be removed now. */
export async function forgetView(database: Database, who: string, name: string): Promise<void> {
  await database.atomic([withName(database, who, name)])
}

const withName = ({ build }: Database, who: string, name: string) =>
  build.deleteFrom('saved_view').where('who', '=', who).where('name', '=', name).compile()

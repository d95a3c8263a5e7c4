import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { inBatches } from '../files/in-batches.ts'

/** Younger than this, a file may belong to a submission under way, in milliseconds. */
export const underWayMs = 60 * 60 * 1000

/** A query each: few enough for any engine, and a million keys take two thousand. */
const keysAtOnce = 500

type Places = { database: Pick<Database, 'build' | 'read'>; files: FileStore }

/** A file of the store that no application names. */
export type Unclaimed = { key: string; keptAt: Date }

/**
 * Walks through the file store, some keys at a time.
 *
 * @param until files that were kept later are passed over; without it, none is.
 * @returns how many files were looked at, and those among them that no application names.
 * @throws `Unavailable` where rows or files cannot be had now.
 */
export async function* unclaimedResumes(
  { database, files }: Places,
  until?: number,
): AsyncGenerator<{ looked: number; unclaimed: Unclaimed[] }> {
  for await (const kept of inBatches(keptUntil(files, until), keysAtOnce)) {
    yield { looked: kept.length, unclaimed: await withoutRow(database, kept) }
  }
}

/** @returns those that no application names. */
export async function withoutRow(
  { build, read }: Places['database'],
  kept: readonly Unclaimed[],
): Promise<Unclaimed[]> {
  const keys = kept.map(({ key }) => key)
  const query = build.selectFrom('application').select('resume_key')
  const rows = await read(query.where('resume_key', 'in', keys).compile())
  const named = new Set(rows.map((row) => row.resume_key))
  return kept.filter(({ key }) => !named.has(key))
}

async function* keptUntil(files: FileStore, until = Infinity): AsyncGenerator<Unclaimed> {
  for await (const one of files.list()) if (one.keptAt.getTime() <= until) yield one
}

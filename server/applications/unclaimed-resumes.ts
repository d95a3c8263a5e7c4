import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { inBatches } from '../files/in-batches.ts'

/** Younger than this, a file may belong to a submission under way, in milliseconds. */
export const underWayMs = 60 * 60 * 1000

/** A query each: few enough for any engine, and a million keys take two thousand. */
const keysAtOnce = 500

type Places = { database: Pick<Database, 'build' | 'read'>; files: FileStore }

/**
 * Walks through the file store, some keys at a time.
 *
 * @param until files that were kept later are passed over; without it, none is.
 * @returns how many keys were looked at, and those among them that no application names.
 * @throws `Unavailable` where rows or files cannot be had now.
 */
export async function* unclaimedResumes(
  { database: { build, read }, files }: Places,
  until?: number,
): AsyncGenerator<{ looked: number; unclaimed: string[] }> {
  for await (const keys of inBatches(keysUntil(files, until), keysAtOnce)) {
    const query = build.selectFrom('application').select('resume_key')
    const rows = await read(query.where('resume_key', 'in', keys).compile())
    const named = new Set(rows.map((row) => row.resume_key))
    yield { looked: keys.length, unclaimed: keys.filter((key) => !named.has(key)) }
  }
}

async function* keysUntil(files: FileStore, until = Infinity): AsyncGenerator<string> {
  for await (const { key, keptAt } of files.list()) if (keptAt.getTime() <= until) yield key
}

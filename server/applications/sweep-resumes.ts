import type { FileStore } from '../files/file-store.ts'
import { inBatches } from '../files/in-batches.ts'
import type { ApplicationServices } from './submit-application.ts'

const graceMs = 60 * 60 * 1000

/**
 * Removes resumes that no application names: what a crash between storing the file and
 * storing the row leaves. Younger than an hour, a file may belong to a submission under way.
 *
 * @returns how many were removed.
 * @throws `Unavailable`; nothing that an application names was touched.
 */
export async function sweepResumes(
  { database, files }: Pick<ApplicationServices, 'database' | 'files'>,
  now: Date,
): Promise<number> {
  let removed = 0
  const old = keysOlderThan(files, now.getTime() - graceMs)
  for await (const keys of inBatches(old, keysAtOnce)) {
    const { build, read } = database
    const query = build.selectFrom('application').select('resume_key')
    const rows = await read(query.where('resume_key', 'in', keys).compile())
    const named = new Set(rows.map((row) => row.resume_key))
    for (const key of keys) {
      if (named.has(key)) continue
      await files.remove(key)
      removed += 1
    }
  }
  return removed
}

/** A query each: few enough for any engine, and a million keys take two thousand. */
const keysAtOnce = 500

async function* keysOlderThan(files: FileStore, time: number): AsyncGenerator<string> {
  for await (const { key, keptAt } of files.list()) if (keptAt.getTime() <= time) yield key
}

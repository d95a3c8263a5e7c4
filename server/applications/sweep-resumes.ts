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
  for await (const { key, keptAt } of files.list()) {
    if (now.getTime() - keptAt.getTime() < graceMs) continue
    const [row] = await database.read(
      database.build.selectFrom('application').select('id').where('resume_key', '=', key).compile(),
    )
    if (row) continue
    await files.remove(key)
    removed += 1
  }
  return removed
}

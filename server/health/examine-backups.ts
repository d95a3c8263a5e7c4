import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { BackupRefused } from '../backup/backup-format.ts'
import { readManifest } from '../backup/read-manifest.ts'
import type { Config } from '../config.ts'
import { duration, type Found, megabytes, right, warning, wrong } from './finding.ts'

/** Where deploy/naic-backup.service keeps them. */
export const usualBackups = '/var/lib/naic-backups'

const hourMs = 60 * 60_000
/** A night was left out. */
const lateMs = 36 * hourMs
/** Nobody makes them any more. */
const lostMs = 7 * 24 * hourMs

const look =
  'See why the last one failed ("systemctl status naic-backup"), and make one now: "council backup".'

/**
 * That there is a backup of not long ago, whole as far as can be told without reading it all.
 *
 * @param given folder of the files; undefined for the usual one.
 */
export async function examineBackups(
  { database, bucket }: Config,
  given: string | undefined,
  now: Date,
): Promise<Found[]> {
  // What is elsewhere is backed up by its own means, which are not known here.
  if ((database || bucket) && given === undefined) return []
  const folder = given ?? usualBackups
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => error)
  if (names instanceof Error) {
    const says = `There is no folder of backups: ${folder} cannot be read (${names.code}).`
    const advice = 'Have one made each night (docs/backup.md), and name its folder with --backups.'
    return [given === undefined ? warning(says, advice) : wrong(says, advice)]
  }
  const files = await Promise.all(
    names
      .filter((name) => /^naic-.*\.tar$/.test(name))
      .map((name) => factsOf(path.join(folder, name))),
  )
  const newest = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
  if (!newest) return [wrong(`There is no backup in ${folder} (naic-….tar).`, look)]
  return examineFile(newest, now)
}

const factsOf = (file: string) =>
  stat(file).then(
    ({ mtimeMs, size }) => ({ file, mtimeMs, size }),
    () => ({ file, mtimeMs: 0, size: 0 }),
  )

async function examineFile(
  { file, size, mtimeMs }: { file: string; size: number; mtimeMs: number },
  now: Date,
): Promise<Found[]> {
  try {
    const { begunAt, counts, damaged } = await readManifest(file)
    const age = now.getTime() - Date.parse(begunAt)
    const says = `The newest backup, ${file}, is ${duration(age)} old and has ${megabytes(size)}: ${counts.applications} applications, ${counts.messages} messages, ${counts.certificates} certificates.`
    if (age > lostMs) return [wrong(says, look)]
    if (age > lateMs) return [warning(says, look)]
    if (damaged.length === 0) return [right(says)]
    return [
      warning(
        `${says} Of ${damaged.length} resumes it has not what was received.`,
        'Keep the backups before it. "council check" names them.',
      ),
    ]
  } catch (error) {
    const reason =
      error instanceof BackupRefused ? error.message : (error as NodeJS.ErrnoException).code
    const age = duration(now.getTime() - mtimeMs)
    return [wrong(`The newest backup, ${file}, ${age} old, cannot be used: ${reason}`, look)]
  }
}

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
  const folder = given ?? usualBackups
  const elsewhere = database ? 'Rows are in PostgreSQL' : bucket ? 'Resumes are in a bucket' : ''
  if (elsewhere) return examineElsewhere(elsewhere, folder, now)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => error)
  if (names instanceof Error) {
    const says = `There is no folder of backups: ${folder} cannot be read (${names.code}).`
    const advice = 'Have one made each night (docs/backup.md), and name its folder with --backups.'
    return [given === undefined ? warning(says, advice) : wrong(says, advice)]
  }
  const newest = await newestIn(names, folder)
  if (!newest) return [wrong(`There is no backup in ${folder} (naic-….tar).`, look)]
  return examineFile(newest, now)
}

/**
 * What is elsewhere may be backed up by means that are not known here. What is known is the age of what
 * deploy/naic-backup-postgres makes; what is in it only pg_restore knows.
 */
async function examineElsewhere(elsewhere: string, folder: string, now: Date): Promise<Found[]> {
  const newest = await newestIn(await readdir(folder).catch(() => []), folder)
  if (!newest) {
    return [
      warning(
        `${elsewhere}, and there is no naic-….tar in ${folder}: if they are backed up, it is not known here.`,
        'Have one made each night (docs/backup.md, "With PostgreSQL or S3"), or ask whoever backs them up when one was last restored.',
      ),
    ]
  }
  const age = now.getTime() - newest.mtimeMs
  const says = `${elsewhere}; the newest backup, ${newest.file}, is ${duration(age)} old and has ${megabytes(newest.size)}. What is in it was not looked at.`
  if (age > lostMs) return [wrong(says, lookElsewhere)]
  return [age > lateMs ? warning(says, lookElsewhere) : right(says)]
}

const lookElsewhere = 'See why the last one failed ("systemctl status naic-backup").'

async function newestIn(names: readonly string[], folder: string) {
  const files = names.filter((name) => /^naic-.*\.tar$/.test(name))
  const facts = await Promise.all(files.map((name) => factsOf(path.join(folder, name))))
  return facts.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
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

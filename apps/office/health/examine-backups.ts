import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '@naic/installation/config.ts'
import { duration, type Found, megabytes, right, warning, wrong } from './finding.ts'

/** Where deploy/naic-backup.service keeps them. */
export const usualBackups = '/var/lib/naic-backups'

const hourMs = 60 * 60_000
/** A night was left out. */
const lateMs = 36 * hourMs
/** Nobody makes them any more. */
const lostMs = 7 * 24 * hourMs

const advice =
  'See why the last one failed ("systemctl status naic-backup"), and make one now (docs/backup.md).'

/**
 * That there is a backup of not long ago. A backup has its name only once it is whole, so its age says
 * enough; whether every byte is right, "council restore" checks.
 *
 * @param given folder of the files; undefined for the usual one.
 */
export async function examineBackups(
  { database, bucket }: Config,
  given: string | undefined,
  now: Date,
): Promise<Found[]> {
  const folder = given ?? usualBackups
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => /^naic-.*\.tar$/.test(name))
  const facts = await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name)
      const { mtimeMs, size } = await stat(file)
      return { file, mtimeMs, size }
    }),
  )
  const newest = facts.toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
  if (!newest) {
    const says = `There is no backup in ${folder} (naic-….tar).`
    const how = 'Have one made each night (docs/backup.md), and name its folder with --backups.'
    // Elsewhere they may be made by means that are not known here.
    const isKnown = given !== undefined && !database && !bucket
    return [isKnown ? wrong(says, how) : warning(says, how)]
  }
  const age = now.getTime() - newest.mtimeMs
  const says = `The newest backup, ${newest.file}, is ${duration(age)} old and has ${megabytes(newest.size)}.`
  if (age > lostMs) return [wrong(says, advice)]
  return [age > lateMs ? warning(says, advice) : right(says)]
}

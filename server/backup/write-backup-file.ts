import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { putInPlace, syncNow } from '../files/durable-file.ts'
import { BackupRefused } from './backup-format.ts'
import { removeAtExit } from '../files/remove-at-exit.ts'

/**
 * Writes a file for its owner only, which has its name once it is whole and on the disk.
 *
 * @throws BackupRefused where there is a file of that name already, unless that may be replaced; or
 *   where it cannot be written.
 */
export async function writeBackupFile<Result>(
  file: string,
  mayReplace: boolean,
  write: (to: Writable) => Promise<Result>,
): Promise<Result> {
  const there = await stat(file).catch(() => undefined)
  if (there && !there.isFile()) throw new BackupRefused(`${file} is there already, and is no file.`)
  if (there && !mayReplace) {
    throw new BackupRefused(
      `${file} is there already. Give another name, or --overwrite to have it replaced.`,
    )
  }
  const unfinished = path.resolve(`${file}.${randomUUID()}.tmp`)
  const done = removeAtExit(unfinished)
  try {
    await (await open(unfinished, 'wx', 0o600)).close()
    const result = await write(createWriteStream(unfinished, { flags: 'r+' }))
    await syncNow(unfinished)
    await putInPlace(unfinished, path.resolve(file))
    return result
  } catch (error) {
    const { code, message, path: place = unfinished } = error as NodeJS.ErrnoException
    if (!code || place !== unfinished) throw error
    // Without the temporary name, which says nothing to anybody.
    const [reason] = message.split(',')
    throw new BackupRefused(`${file} cannot be written (${reason}).`, { cause: error })
  } finally {
    await rm(unfinished, { force: true })
    done()
  }
}

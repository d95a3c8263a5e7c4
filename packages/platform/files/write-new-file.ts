import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { putInPlace, syncFolder, syncNow } from './durable-file.ts'
import { removeAtExit } from './remove-at-exit.ts'

/**
 * Writes a file for its owner only, which gets its name once it is whole and on the disk.
 *
 * @param mayReplace an existing file.
 * @param write must end the stream that it is given.
 * @returns "taken" if there is one that may not be replaced.
 * @throws what `write` throws, and the system's errors; what was there before is as it was.
 */
export async function writeNewFile<Result>(
  file: string,
  mayReplace: boolean,
  write: (to: Writable) => Promise<Result>,
): Promise<Result | 'taken'> {
  const whole = path.resolve(file)
  // Asked first, since writing may take long.
  if (!mayReplace && existsSync(whole)) return 'taken'
  const unfinished = `${whole}.${randomUUID()}.tmp`
  const done = removeAtExit(unfinished)
  try {
    await (await open(unfinished, 'wx', 0o600)).close()
    const result = await write(createWriteStream(unfinished, { flags: 'r+' }))
    await syncNow(unfinished)
    if (mayReplace) await putInPlace(unfinished, whole)
    else {
      await link(unfinished, whole)
      await syncFolder(path.dirname(whole))
    }
    return result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'taken'
    throw error
  } finally {
    await rm(unfinished, { force: true })
    done()
  }
}

import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { constants as system } from 'node:os'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { putInPlace, syncNow } from './durable-file.ts'

/** A file that cannot be written. The message is a sentence for the person who named it. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}

/**
 * Writes a file that people ask for, for its owner only: it gets its name once it is whole and on the disk.
 *
 * @param mayReplace an existing file.
 * @param write must end the stream that it is given.
 * @throws FileRefused; what `write` throws. What was there before is as it was.
 */
export async function writeNewFile<Result>(
  file: string,
  mayReplace: boolean,
  write: (to: Writable) => Promise<Result>,
): Promise<Result> {
  const whole = path.resolve(file)
  const taken = `${file} is there already. Give another name, or --overwrite to have it replaced.`
  // Asked first, since writing may take long.
  if (!mayReplace && existsSync(whole)) throw new FileRefused(taken)
  const unfinished = `${whole}.${randomUUID()}.tmp`
  const done = removeAtExit(unfinished)
  try {
    await (await open(unfinished, 'wx', 0o600)).close()
    const result = await write(createWriteStream(unfinished, { flags: 'r+' }))
    await syncNow(unfinished)
    await putInPlace(unfinished, whole, mayReplace ? rename : link)
    return result
  } catch (error) {
    const { code, message, path: place = whole } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new FileRefused(taken)
    if (!code || !place.startsWith(whole)) throw error
    // Without the temporary name.
    const [reason] = message.split(',')
    throw new FileRefused(`${file} cannot be written (${reason}).`, { cause: error })
  } finally {
    await rm(unfinished, { force: true }).catch((error: NodeJS.ErrnoException) => {
      // It is not there either where its folder is a file.
      if (error.code !== 'ENOTDIR') throw error
    })
    done()
  }
}

/**
 * Removes half-done work, a file or a folder, if this process ends before, also by Ctrl+C or because nobody
 * reads its output. Only SIGKILL leaves it. @returns a function to call once it may stay, or is gone.
 */
export function removeAtExit(place: string): () => void {
  const remove = () => rmSync(place, { recursive: true, force: true })
  process.on('exit', remove)
  for (const signal of signals) process.on(signal, end)
  return () => {
    process.off('exit', remove)
    for (const signal of signals) process.off(signal, end)
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** As a shell says that a signal ended a program. */
const end = (signal: (typeof signals)[number]) => process.exit(128 + system.signals[signal])

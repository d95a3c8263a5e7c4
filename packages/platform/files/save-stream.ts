import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { constants, copyFile, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes bytes as a file for its owner only, which gets its name once it is whole. If bytes are missing or
 * wrong, the file that was there before is as it was.
 *
 * @param sha256 of the right bytes, lower-case hex.
 * @param mayReplace an existing file.
 * @returns "taken" if there is one that may not be replaced.
 * @throws what reading or writing throws.
 */
export async function saveStream(
  bytes: Readable,
  file: string,
  { sha256, mayReplace }: { sha256: string; mayReplace: boolean },
): Promise<'saved' | 'taken' | 'damaged'> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  const hash = createHash('sha256')
  const to = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(bytes, hashing(hash), to)
    if (hash.digest('hex') !== sha256) return 'damaged'
    if (mayReplace) await rename(unfinished, file)
    else await copyFile(unfinished, file, constants.COPYFILE_EXCL)
    return 'saved'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'taken'
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

const hashing = (hash: ReturnType<typeof createHash>) =>
  async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }

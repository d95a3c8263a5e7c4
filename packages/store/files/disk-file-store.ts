import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { throwUnavailable } from '../unavailable.ts'
import { syncFolder, undefinedWhenGone } from './durable-file.ts'
import { type FileStore, fileKeyPattern } from './file-store.ts'

/** Keeps each file under its key, in a folder of its own on the file system of the staging folder. */
export async function openDiskFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  const pathOf = (key: string) => {
    if (!fileKeyPattern.test(key)) throw new Error('A file key must be a UUID.')
    return path.join(folder, key)
  }

  return {
    async keep(staged, key) {
      const kept = pathOf(key)
      try {
        await staged.handle.sync()
        await rename(staged.path, kept)
        staged.isMoved = true
        await syncFolder(folder)
      } catch (error) {
        // Its name may not last. If it cannot be removed either, it is swept, since no row names it.
        if (staged.isMoved) await rm(kept, { force: true }).catch(() => undefined)
        throwUnavailable(error)
      }
    },

    async read(key) {
      const handle = await open(pathOf(key)).catch(undefinedWhenGone).catch(throwUnavailable)
      return handle && createReadStream('', { fd: handle })
    },

    has: async (key) => (await factsOf(pathOf(key))) !== undefined,

    remove: async (key) => rm(pathOf(key), { force: true }).catch(throwUnavailable),

    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!fileKeyPattern.test(entry.name)) continue
        // The time of the last change of its entry: when it was moved here, not when it was received.
        const facts = await factsOf(path.join(folder, entry.name))
        if (facts) yield { key: entry.name, keptAt: facts.ctime }
      }
    },
  }
}

const factsOf = (file: string) => stat(file).catch(undefinedWhenGone).catch(throwUnavailable)

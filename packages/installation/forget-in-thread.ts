import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import { databaseFile } from './storage.ts'

/**
 * `forgetDeletedRows` for a program that answers others meanwhile: in a thread of its own.
 *
 * @returns false if something deleted may still be in the files; then it must be tried again.
 */
export async function forgetInThread({ database, dataDir }: Config): Promise<boolean> {
  if (database) return true
  const thread = new Worker(new URL('./forget-thread.ts', import.meta.url), {
    workerData: databaseFile(dataDir),
  })
  try {
    const [isForgotten] = (await once(thread, 'message')) as [boolean]
    return isForgotten
  } finally {
    await thread.terminate()
  }
}

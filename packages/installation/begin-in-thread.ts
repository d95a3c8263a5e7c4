import { Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import { isNew } from './storage.ts'

/**
 * Makes the registry at the first start, in a thread of its own: signing its samples takes 50 MB,
 * which a process keeps for ever, and the end of a thread gives back.
 *
 * What goes wrong there goes wrong again when the services are opened, which say it in their words.
 */
export async function beginInThread(config: Config): Promise<void> {
  if (!(await isNew(config).catch(() => false))) return
  const thread = new Worker(new URL('./registry-thread.ts', import.meta.url), { stderr: true })
  await new Promise((resolve) => {
    thread.once('error', resolve)
    thread.once('exit', resolve)
  })
}

import { Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import { isNew } from './storage.ts'

/**
 * Makes the registry at the first start, in a thread of its own: signing its samples takes 50 MB, which
 * a process would keep and a thread gives back.
 *
 * An error there happens again when the services are opened, which explain it.
 */
export async function beginInThread(config: Config): Promise<void> {
  if (!(await isNew(config).catch(() => false))) return
  const thread = new Worker(new URL('./registry-thread.ts', import.meta.url), { stderr: true })
  await new Promise((resolve) => {
    thread.once('error', resolve)
    thread.once('exit', resolve)
  })
}

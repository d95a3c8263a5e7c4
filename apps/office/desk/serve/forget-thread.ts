import { parentPort, workerData } from 'node:worker_threads'
import { forgetDeleted } from '@naic/store/database/sqlite/sqlite-database.ts'

/** The thread of `cleanFiles`. */
parentPort?.postMessage(forgetDeleted(workerData as string))

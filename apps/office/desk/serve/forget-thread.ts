import { parentPort, workerData } from 'node:worker_threads'
import { forgetDeleted } from '@naic/store/database/sqlite/sqlite-database.ts'

/** The thread in which `cleanFiles` rewrites the database's file, which takes seconds. */
parentPort?.postMessage(forgetDeleted(workerData as string))

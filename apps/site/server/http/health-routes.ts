import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '@naic/store/database/database.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import type { Staging } from '@naic/store/files/staging.ts'
import { commit, version } from '@naic/store/this-version.ts'

/** Longer than anything here takes on a disk that is merely slow. */
const patienceMs = 3_000

/** The answers name no part behind the site. */
export function healthRoutes(app: FastifyInstance, services: Stored) {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })

  // That the process answers, and which it is: a watcher restarts it if it does not.
  app.get('/healthz', (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'up', version, commit }),
  )

  // Whether to send visitors here: not while stopping, or while forms cannot be stored.
  app.get('/ready', async (_request, reply) => {
    const ready = !stopping && (await answers(services))
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}

type Stored = { database: Database; files: FileStore; staging: Staging }

/** A block of a disk: a full one still makes empty files. */
const aBlock = Buffer.alloc(4_096, 'x')

/**
 * Asks both ways into the database, and the file store, for something that changes nothing. The disk
 * for uploads has to take a block: nothing else shows that it is full or read-only.
 */
async function answers({ database, files, staging }: Stored): Promise<boolean> {
  const asked = Promise.all([
    sql`SELECT 1`.execute(database.read),
    database.write(async () => undefined),
    listsAny(files),
    receives(staging),
  ])
  const answered = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, sleep(patienceMs, false, { ref: false })])
}

/** Ends the listing properly, or a folder would stay open. @throws if the store does not answer. */
export async function listsAny(files: FileStore): Promise<void> {
  const listing = files.list()[Symbol.asyncIterator]()
  await listing.next()
  await listing.return?.()
}

async function receives(staging: Staging): Promise<void> {
  const staged = await staging.receive(Readable.from([aBlock]), aBlock.length)
  if (staged !== 'too large') await staging.discard(staged)
}

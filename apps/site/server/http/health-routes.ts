import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '@naic/platform/database/database.ts'
import type { FileStore } from '@naic/platform/files/file-store.ts'
import type { Staging } from '@naic/platform/files/staging.ts'

/** Longer than anything here takes on a disk that is merely slow. */
const patienceMs = 3_000

/** For programs that watch the site. What they are told names no part behind it. */
export function healthRoutes(app: FastifyInstance, services: Stored) {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })

  // That the process answers: whoever asks would start it again if it did not.
  app.get('/healthz', (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'up' }),
  )

  // Whether visitors should be sent here: not while stopping, or while what they send cannot be kept, or
  // is kept in a database of which a part is damaged.
  app.get('/ready', async (_request, reply) => {
    const ready = !stopping && !services.damage.isDamaged && (await answers(services))
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}

type Stored = {
  database: Database
  files: FileStore
  staging: Staging
  damage: { isDamaged: boolean }
}

/** A block of a disk: a full one still makes empty files. */
const aBlock = Buffer.alloc(4_096, 'x')

/**
 * Asks both ways into the database, and the store of files, for something that changes nothing; and
 * the disk that uploads are received on to take something, as only that tells of a full one, or of
 * one that can only be read.
 */
async function answers({ database, files, staging }: Stored): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), patienceMs).unref()
  })
  const asked = Promise.all([
    database.read(sql`SELECT 1`.compile(database.build)),
    database.atomic([]),
    listsAny(files),
    receives(staging),
  ])
  const answered = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, timeout])
}

/** Leaves the listing as it has to be left, or a folder would stay open. */
async function listsAny(files: FileStore): Promise<void> {
  const listing = files.list()[Symbol.asyncIterator]()
  await listing.next()
  await listing.return?.()
}

async function receives(staging: Staging): Promise<void> {
  const staged = await staging.receive(Readable.from([aBlock]), aBlock.length)
  if (staged !== 'too large') await staging.discard(staged)
}

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'

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

  // Whether visitors should be sent here: not while stopping, or while what they send cannot be kept.
  app.get('/ready', async (_request, reply) => {
    const ready = !stopping && (await answers(services))
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}

type Stored = { database: Database; files: FileStore }

/** Asks both ways into the database, and the store of files, for something that changes nothing. */
async function answers({ database, files }: Stored): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), patienceMs).unref()
  })
  const asked = Promise.all([
    database.read(sql`SELECT 1`.compile(database.build)),
    database.atomic([]),
    files.list()[Symbol.asyncIterator]().next(),
  ])
  const answered = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, timeout])
}

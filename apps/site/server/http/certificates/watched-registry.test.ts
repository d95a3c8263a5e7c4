import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { StatusList } from '@naic/registry/issuing/status-list-credential.ts'
import { WitnessCosignatures } from '@naic/registry/witnesses/witness-cosignatures.ts'
import { forgedRotations, forgeRotation } from '@naic/test/support/forge-rotation.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { openWatcherDesk, type WatcherDesk } from '@naic/test/support/watcher-desk.ts'
import { logRoutes } from './log-routes.ts'

let place: TestRegistry
let app: FastifyInstance
let desk: WatcherDesk
afterEach(async () => {
  await app.close()
  await Promise.all([place.remove(), desk.close()])
})

test.each(forgedRotations)('an alarm is raised for a rotation %s', async (_what, use, entryOf) => {
  place = await TestRegistry.start()
  desk = await openWatcherDesk()
  app = fastify()
  const { database, registry } = place
  // As a thief's own program serves what he forged: the council's answers with 503.
  const transparencyLog = place.anotherLog()
  const watched = { ...registry, log: transparencyLog }
  const log = pino({ level: 'silent' })
  const cosignatures = new WitnessCosignatures({ database, log, transparencyLog, witnesses: [] })
  logRoutes(app, { registry: watched, statusList: new StatusList(watched), cosignatures })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  await place.issue()
  await desk.look(url)
  await forgeRotation(place, use, entryOf)
  expect(await desk.look(url)).toMatchObject({
    state: 'fault',
    sentence: expect.stringContaining('was not handed over to by the key before it'),
  })
})

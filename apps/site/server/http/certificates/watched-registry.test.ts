import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { StatusList } from '@naic/registry/issuing/status-list-credential.ts'
import { TransparencyLog } from '@naic/registry/log/transparency-log.ts'
import { WitnessCosignatures } from '@naic/registry/witnesses/witness-cosignatures.ts'
import { forgedRotations, forgeRotation } from '@naic/test/support/forge-rotation.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { WatcherDesk } from '@naic/test/support/watcher-desk.ts'
import { logRoutes } from './log-routes.ts'

let place: TestRegistry
let app: FastifyInstance
let desk: WatcherDesk
afterEach(async () => {
  await app.close()
  await Promise.all([place.remove(), desk.close()])
})

/** As a thief's own program serves what he forged: the council's answers with 503. */
const thatBelievesAnything = ({ origin, lastCheckpoint }: TransparencyLog) =>
  new TransparencyLog(origin, {
    database: place.database,
    lastCheckpoint,
    privateKeys: place.registry.privateKeys,
    warn: () => undefined,
  })

/** A registry whose log is served, and somebody who watches it. */
async function serve(registry: TestRegistry, as = (log: TransparencyLog) => log) {
  place = registry
  desk = await WatcherDesk.open()
  app = fastify()
  const watched = { ...place.registry, log: as(place.registry.log) }
  const { database } = place
  const log = pino({ level: 'silent' })
  const parts = { database, log, transparencyLog: watched.log, witnesses: [] }
  const statusList = new StatusList(watched)
  logRoutes(app, { registry: watched, statusList, cosignatures: new WitnessCosignatures(parts) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return () => desk.look(url)
}

test.each(forgedRotations)('an alarm is raised for a rotation %s', async (_what, use, entryOf) => {
  const look = await serve(await TestRegistry.start(), thatBelievesAnything)
  await place.issue()
  await look()
  await forgeRotation(place, use, entryOf)
  expect(await look()).toMatchObject({
    state: 'fault',
    sentence: expect.stringContaining('was not handed over to by the key before it'),
  })
})

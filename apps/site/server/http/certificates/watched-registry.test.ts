import { fastify } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { StatusList } from '@naic/registry/issuing/status-list-credential.ts'
import { WitnessCosignatures } from '@naic/registry/witnesses/witness-cosignatures.ts'
import { forgedRotations, forgeRotation } from '@naic/test/support/forge-rotation.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { openWatcherDesk } from '@naic/test/support/watcher-desk.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { logRoutes } from './log-routes.ts'

const place = eachTest(() => TestRegistry.start())
const desk = eachTest(() => openWatcherDesk())
const app = eachTest(() => fastify())

test.each(forgedRotations)('an alarm is raised for a rotation %s', async (_what, use, entryOf) => {
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

import type { AddressInfo } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { applicationDesk } from './application-desk.ts'
import { certificateDesk } from './certificate-desk.ts'
import { deskFiles } from './desk-files.ts'
import { guardDesk } from './desk-gate.ts'
import { DeskKeys } from './desk-keys.ts'
import { openDeskServices } from './desk-services.ts'
import { healthDesk } from './health-desk.ts'
import { messageDesk } from './message-desk.ts'
import { outboxDesk } from './outbox-desk.ts'

/** Never another: what is shown here is for nobody but the person at this machine. */
const host = '127.0.0.1'

/**
 * Serves the desk: what the commands do, in a browser on this machine. All that it knows comes
 * through the same doors.
 *
 * @param port undefined for the first free one of those that it takes by itself.
 * @throws ConfigError where nothing is stored, or the desk was not built; what `listen` throws.
 */
export async function startDesk(config: Config, port: number | undefined) {
  const keys = new DeskKeys()
  const services = await openDeskServices(config)
  const app = fastify({ bodyLimit: longestBodyBytes })
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  guardDesk(app, keys)
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 503
    const detail = explainFailure(error, config) ?? `This went wrong: ${error.message}`
    return reply.code(status).send({ detail: status < 500 ? error.message : detail })
  })
  app.post<{ Body: { token?: unknown } }>('/api/session', async ({ body }, reply) => {
    const session = typeof body?.token === 'string' ? keys.open(body.token) : undefined
    return session ? { session } : reply.code(403).send({ detail: 'This address was used before.' })
  })
  app.get('/api/desk', () => services.summary())
  applicationDesk(app, services)
  messageDesk(app, services)
  certificateDesk(app, services)
  outboxDesk(app, services)
  healthDesk(app, services)
  try {
    await deskFiles(app)
    await listen(app, port)
  } catch (error) {
    await services.close()
    throw error
  }
  const { port: taken } = app.server.address() as AddressInfo
  const url = `http://${host}:${taken}`
  return {
    url,
    /** @returns an address that opens the desk once; the one before it opens nothing any more. */
    newAddress: () => `${url}/#open=${keys.newToken()}`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await services.close()
    },
  }
}

/** A batch of certificates, which is a table. */
const longestBodyBytes = 8 * 1024 * 1024

/** Several of the staff may have a desk open on one machine. */
const usualPorts = Array.from({ length: 20 }, (_, at) => 8800 + at)

async function listen(app: FastifyInstance, port: number | undefined): Promise<void> {
  for (const tried of port === undefined ? usualPorts : [port]) {
    try {
      await app.listen({ host, port: tried })
      return
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    }
  }
  throw new ConfigError(
    port === undefined
      ? `The ports from ${usualPorts[0]} to ${usualPorts.at(-1)} are all taken. Choose another by --port.`
      : `Port ${port} of ${host} is taken, or not allowed to this user. Choose another by --port, or leave it out.`,
  )
}

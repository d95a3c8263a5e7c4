import type { AddressInfo } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/config-error.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { applicationDesk } from './application-desk.ts'
import { certificateDesk } from './certificate-desk.ts'
import { deskFiles } from './desk-files.ts'
import { guardApi, guardDesk } from './desk-gate.ts'
import { DeskKeys } from './desk-keys.ts'
import { openDeskServices } from './desk-services.ts'
import { healthDesk } from './health-desk.ts'
import { messageDesk } from './message-desk.ts'
import { outboxDesk } from './outbox-desk.ts'
import { whoListens } from './who-listens.ts'

/** Never another: what is shown here is for nobody but the person at this machine. */
const host = '127.0.0.1'

/**
 * Serves the desk: what the commands do, in a browser on this machine. All that it knows comes
 * through the same doors.
 *
 * @param port 0 for any that is free.
 * @throws ConfigError where nothing is stored, the desk was not built, or the port is taken.
 */
export async function startDesk(config: Config, port: number) {
  const keys = new DeskKeys()
  const services = await openDeskServices(config)
  const app = fastify({ bodyLimit: longestBodyBytes, routerOptions: { querystringParser } })
  guardDesk(app)
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 503
    const detail = explainFailure(error, config) ?? `This went wrong: ${error.message}`
    return reply.code(status).send({ detail: status < 500 ? error.message : detail })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(noSuchAddress))
  void app.register(async (api) => {
    guardApi(api, keys)
    api.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
      done(null, body),
    )
    api.get('/api/desk', () => services.summary())
    applicationDesk(api, services)
    messageDesk(api, services)
    certificateDesk(api, services)
    outboxDesk(api, services)
    healthDesk(api, services)
    api.all('/api/*', (_request, reply) => reply.code(404).send(noSuchAddress))
  })
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
    port: taken,
    /** @returns an address that opens the desk once; the one before it opens nothing any more. */
    newAddress: () => `${url}/#open=${keys.newToken()}`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await services.close()
    },
  }
}

const noSuchAddress = { detail: 'There is no such address.' }

/** A value that is given twice counts once. */
const querystringParser = (query: string) => Object.fromEntries(new URLSearchParams(query))

/** A batch of certificates, which is a table. */
const longestBodyBytes = 8 * 1024 * 1024

/**
 * No other than was asked for: whoever listens there already would get the token of everybody who comes
 * by the usual tunnel.
 */
async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') {
      throw new ConfigError(`Port ${port} is not for this user. Choose one from 1024 by --port.`)
    }
    if (code !== 'EADDRINUSE') throw error
    const holder = await whoListens(port)
    throw new ConfigError(
      `Port ${port} of ${host} is taken by a program of ${holder ? `the account "${holder}": ask them` : 'another account: ask whoever runs the server'}. Do not open what answers there: it is not your desk. To have yours beside it, choose another port, such as --port ${port + 1}.`,
    )
  }
}

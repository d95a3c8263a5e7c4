import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import type { Config } from '@naic/installation/config.ts'
import { explainFailure } from '@naic/installation/explain-failure.ts'
import { ConfigError } from '@naic/platform/config-error.ts'
import { guardApi, guardDesk } from './desk-gate.ts'
import { deskRoutes } from './desk-routes.ts'
import { openDeskServices } from './desk-services.ts'
import { localDoor } from './local-door.ts'

/** Never another: only the person at this machine may see what is shown here. */
const host = '127.0.0.1'

/** A batch of certificates, which is a table. */
const longestBodyBytes = 8 * 1024 * 1024

/**
 * Serves the desk: what the commands do, in a browser on this machine.
 *
 * @param port 0 for any that is free.
 * @throws ConfigError if nothing is stored, the desk was not built, or the port is taken.
 */
export async function startDesk(config: Config, port: number) {
  const door = localDoor(config.account)
  const services = await openDeskServices(config)
  const app = fastify({ bodyLimit: longestBodyBytes, routerOptions: { querystringParser } })
  guardDesk(app, door)
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 503
    const detail = explainFailure(error, config) ?? `This went wrong: ${error.message}`
    return reply.code(status).send({ detail: status < 500 ? error.message : detail })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(noSuchAddress))
  void app.register(async (api) => {
    guardApi(api, door)
    api.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
      done(null, body),
    )
    deskRoutes(api, services)
    api.all('/api/*', { config: { right: 'read' } }, (_request, reply) =>
      reply.code(404).send(noSuchAddress),
    )
  })
  try {
    await serveBuiltPage(app)
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
    /** @returns an address that opens the desk once. The one before it no longer opens it. */
    newAddress: () => `${url}/#open=${door.newToken()}`,
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

const folder = path.join(import.meta.dirname, '../../../../build/desk')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** The desk's page at every address outside the API, and the files that it is made of. */
async function serveBuiltPage(app: FastifyInstance): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, Buffer>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    files.set(`/${path.relative(folder, file)}`, await readFile(file))
  }
  const page = files.get('/index.html')
  if (!page) throw new ConfigError('The desk has not been built here. Run "npm run build" first.')
  app.get('/*', async ({ url }, reply) => {
    const asked = url.replace(/\?.*$/s, '')
    const file = files.get(asked)
    const isMissing = !file && (asked.startsWith('/api/') || asked.startsWith('/assets/'))
    if (isMissing) return reply.code(404).send(noSuchAddress)
    return reply
      .type(types[file ? path.extname(asked) : '.html'] ?? 'application/octet-stream')
      .send(file ?? page)
  })
}

/**
 * Takes no other port than the one asked for: a program that already listens there would get the token
 * of everybody who comes by the usual tunnel.
 */
async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') {
      throw new ConfigError(`This user may not use port ${port}. Choose one from 1024 by --port.`)
    }
    if (code !== 'EADDRINUSE') throw error
    const holder = await accountListeningAt(port)
    throw new ConfigError(
      `Port ${port} of ${host} is taken by a program of ${holder ? `the account "${holder}": ask them` : 'another account: ask the person who runs the server'}. Do not open what answers there: it is not your desk. To have yours beside it, choose another port, such as --port ${port + 1}.`,
    )
  }
}

/** @returns the account's name, or its number; undefined if the system does not say (only Linux does). */
async function accountListeningAt(port: number): Promise<string | undefined> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(linesOf))
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  // Local address, remote address, state ("0A" listens), two columns of queues, and the account.
  const uid = tables
    .flat()
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', , state]) => local.endsWith(wanted) && state === '0A')?.[7]
  if (uid === undefined) return undefined
  const accounts = (await linesOf('/etc/passwd')).map((line) => line.split(':'))
  return accounts.find(([, , number]) => number === uid)?.[0] ?? uid
}

const linesOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n')

import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '@naic/house/config.ts'
import { explainFailure } from '@naic/house/explain-failure.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { createLog, type Log } from '@naic/store/log.ts'
import { type MetricsPlace, startMetricsServer } from '@naic/house/metrics/metrics-server.ts'
import { listenAt } from '@naic/house/web/given-socket.ts'
import { stopGracefully } from '@naic/house/web/graceful-stop.ts'
import { createHttpServer } from '@naic/house/web/http-server.ts'
import { describeFailure, Refusal } from '@naic/house/web/refusal.ts'
import { followRequests, logFailure, newRequestId } from '@naic/house/web/request-log.ts'
import { type Door, guardApi, guardDesk, zeroRefused } from './desk-gate.ts'
import { deskRoutes } from './desk-routes.ts'
import type { DeskMetrics } from './desk-metrics.ts'
import { type DeskServices, openDeskServices } from './desk-services.ts'
import { localDoor } from './local-door.ts'
import { staffDoor } from './staff-door.ts'

/** The person at this machine is here, and so is the proxy by which the staff come, unless a service says otherwise. */
const thisMachine = '127.0.0.1'

/** A batch of certificates, which is a table. */
const longestBodyBytes = 8 * 1024 * 1024

/** Thousands of certificates are signed before a byte of the answer goes out. */
const silenceMs = 600_000

/**
 * Serves the desk to one person: what the commands do, in a browser on this machine.
 *
 * @param port 0 for any that is free.
 * @throws ConfigError if nothing is stored, the desk was not built, or the port is taken.
 */
export async function startDesk(config: Config, port: number) {
  const door = localDoor(config.account)
  const desk = await openDesk(config, { host: thisMachine, port }, () => door)
  const url = `http://${thisMachine}:${desk.port}`
  return {
    ...desk,
    url,
    /** @returns an address that opens the desk once. The one before it no longer opens it. */
    newAddress: () => `${url}/#open=${door.newToken()}`,
  }
}

/**
 * Serves the desk to the staff, who sign in, at DESK_URL.
 *
 * @param port where the proxy finds it; 0 for any that is free. If systemd gave a socket, it must be that one's.
 * @param host an address of this machine, unless systemd gave a socket. Another than 127.0.0.1 is for a network on
 *   which the proxy alone reaches it, as that of containers: it speaks no TLS.
 * @throws ConfigError as `startDesk` does, and if DESK_URL is not set.
 */
export async function serveDesk(settings: Config, port: number, host = thisMachine) {
  const { deskUrl } = settings
  if (!deskUrl) {
    throw new ConfigError(
      'DESK_URL is not set. Set it to the origin by which the staff reach the desk, such as https://desk.example.org (docs/office.md).',
    )
  }
  const config: Config = { ...settings, worksAs: 'desk' }
  const service = { log: createLog(), metrics: config.deskMetrics }
  const door = ({ database }: DeskServices, metrics?: DeskMetrics) =>
    staffDoor(database, deskUrl, metrics)
  const desk = await openDesk(config, { host, port }, door, service)
  return { ...desk, url: deskUrl }
}

/** What a service has, and the desk of one person does without. */
type Service = { log: Log; metrics: MetricsPlace | undefined }

type Address = { host: string; port: number }

async function openDesk(
  config: Config,
  address: Address,
  doorOf: (services: DeskServices, metrics?: DeskMetrics) => Door,
  service?: Service,
) {
  const services = await openDeskServices(config)
  const metrics = service?.metrics && (await takeMetrics(services))
  const door = doorOf(services, metrics)
  const app = fastify<Server, IncomingMessage, ServerResponse>({
    bodyLimit: longestBodyBytes,
    routerOptions: { querystringParser },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    serverFactory: (answer) => createHttpServer(answer, { log: service?.log, metrics, silenceMs }),
    ...(service && { loggerInstance: service.log }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request',
    }),
    genReqId: newRequestId,
  })
  followRequests(app, metrics)
  // nginx-desk.conf keeps no connections.
  if (service) stopGracefully(app, true)
  guardDesk(app, door)
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    logFailure(request, error, 'a request failed')
    const status = error.statusCode ?? 503
    if (status < 500) return reply.code(status).send({ detail: error.message })
    // Paths and hosts are for the person at this machine; the staff quote a number of the log.
    const detail =
      door.notIn.door === 'staff'
        ? describeFailure(error, request.id).message
        : (explainFailure(error, config) ?? `This went wrong: ${error.message}`)
    return reply.code(status).send({ detail })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(noSuchAddress))
  void app.register(async (api) => {
    guardApi(api, door)
    readBodies(api)
    deskRoutes(api, services, door)
    api.all('/api/*', { config: { right: 'read' } }, (_request, reply) =>
      reply.code(404).send(noSuchAddress),
    )
  })
  let shown: Awaited<ReturnType<typeof showMetrics>> | undefined
  try {
    await serveBuiltPage(app, door)
    if (metrics && service?.metrics)
      shown = await showMetrics(metrics, service.metrics, service.log)
    await listen(app, address, service && config.socket)
  } catch (error) {
    await shown?.close()
    await services.close()
    throw error
  }
  return {
    metricsUrl: shown?.url,
    port: (app.server.address() as AddressInfo).port,
    /** Of the staff's desk, what they have sent is done and answered first. */
    async close() {
      await shown?.close()
      if (service) await services.live.close()
      else app.server.closeAllConnections()
      await app.close()
      await services.close()
    },
  }
}

/** Loads the library for metrics only if they are wanted: it takes memory and time. */
async function takeMetrics({ live }: DeskServices): Promise<DeskMetrics> {
  const { DeskMetrics } = await import('./desk-metrics.ts')
  return new DeskMetrics(() => live.count)
}

/** @throws ConfigError if the port is taken. */
async function showMetrics(metrics: DeskMetrics, place: MetricsPlace, log: Log) {
  try {
    return await startMetricsServer(metrics, place, log)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `METRICS_PORT is ${place.port - 1}, and the port after it is the desk's, where this user may not listen on ${place.host}, or another program does (${code}). Set it to another number from 1024, or remove it.`,
    )
  }
}

/** A sheet as its bytes, and JSON. */
function readBodies(api: FastifyInstance): void {
  api.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  const readJson = api.getDefaultJsonParser('error', 'error')
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasZero.test(body as string)) done(new Refusal(400, zeroRefused), undefined)
    else readJson(request, body as string, done)
  })
}

/** U+0000 in a text of JSON, which PostgreSQL cannot store. */
const hasZero = /(?<!\\)(?:\\\\)*\\u0000/

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
async function serveBuiltPage(app: FastifyInstance, { notIn }: Door): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, Buffer>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    files.set(`/${path.relative(folder, file)}`, await readFile(file))
  }
  const built = files.get('/index.html')?.toString()
  if (!built) throw new ConfigError('The desk has not been built here. Run "npm run build" first.')
  const page = notIn.door === 'staff' ? built.replace('<html', '<html data-door="staff"') : built
  files.delete('/index.html')
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
async function listen(
  app: FastifyInstance,
  { host, port }: Address,
  given: number | undefined,
): Promise<void> {
  try {
    await listenAt(app, { host, port }, given)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') {
      throw new ConfigError(`This user may not use port ${port}. Choose one from 1024 by --port.`)
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError(`${host} is no address of this machine. Choose another by --host.`)
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

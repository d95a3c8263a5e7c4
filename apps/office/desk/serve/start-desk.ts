import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { createLog } from '@naic/store/log.ts'
import { startMetricsServer } from '@naic/house/metrics/metrics-server.ts'
import { listenAt } from '@naic/house/web/given-socket.ts'
import { stopGracefully } from '@naic/house/web/graceful-stop.ts'
import { createHttpServer } from '@naic/house/web/http-server.ts'
import { Refusal } from '@naic/house/web/refusal.ts'
import { followRequests, newRequestId } from '@naic/house/web/request-log.ts'
import { ofMetrics, tryAddress } from '@naic/house/web/try-address.ts'
import { invitationAt, inviteFirst } from '#staff/staff.ts'
import { guardApi, guardDesk, zeroRefused } from './desk-gate.ts'
import { deskRoutes } from './desk-routes.ts'
import { openDeskServices } from './desk-services.ts'
import { staffDoor } from './staff-door.ts'

/** A table of 8 MB, in Base64. */
const longestBodyBytes = 11 * 1024 * 1024

/** Thousands of certificates are signed before a byte of the answer goes out. */
const silenceMs = 600_000

/**
 * Serves the desk to the staff, who sign in, at DESK_URL.
 *
 * @param port where the proxy finds it; 0 for any that is free. If systemd gave a socket, it must be that one's.
 * @param host an address of this machine, unless systemd gave a socket. Another than 127.0.0.1 is for a network on
 *   which the proxy alone reaches it, as that of containers: it speaks no TLS.
 * @returns with it where the first of the staff makes a passkey, while nobody may invite.
 * @throws ConfigError if nothing is stored, the desk was not built, or the port is taken.
 */
export async function startDesk(settings: Config, port: number, host = '127.0.0.1') {
  const config: Config = { ...settings, worksAs: 'desk' }
  const { deskUrl, deskMetrics: metricsPlace } = config
  if (config.socket === undefined)
    await tryAddress({ host, port }, { host: '--host', port: '--port' })
  if (metricsPlace) await tryAddress(metricsPlace, ofMetrics)
  const log = createLog()
  await using opened = new AsyncDisposableStack()
  const services = await openDeskServices(config)
  opened.defer(services.close)
  // It takes memory and time.
  const metrics = metricsPlace && new (await import('./desk-metrics.ts')).DeskMetrics()
  const door = staffDoor(services.database, deskUrl, metrics)
  const app = fastify<Server, IncomingMessage, ServerResponse>({
    bodyLimit: longestBodyBytes,
    routerOptions: { querystringParser },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    serverFactory: (answer) => createHttpServer(answer, { log, metrics, silenceMs }),
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request',
    }),
    genReqId: newRequestId,
  })
  followRequests(app, metrics)
  // nginx-desk.conf keeps no connections.
  stopGracefully(app, true)
  guardDesk(app, deskUrl)
  app.setNotFoundHandler(noSuchAddress)
  void app.register(async (api) => {
    guardApi(api, door.personOf)
    door.addRoutes(api)
    readJson(api)
    deskRoutes(api, services)
    api.all('/api/*', { config: { right: 'read' } }, noSuchAddress)
  })
  // What they have sent is done and answered first.
  opened.defer(() => app.close())
  await serveBuiltPage(app)
  const shown = metrics && metricsPlace && (await startMetricsServer(metrics, metricsPlace, log))
  opened.defer(async () => shown?.close())
  await listenAt(app, { host, port }, config.socket)
  const first = await inviteFirst(services.database, config.account, new Date())
  const served = opened.move()
  return {
    url: deskUrl,
    invitation: first && invitationAt(deskUrl, first),
    metricsUrl: shown?.url,
    port: (app.server.address() as AddressInfo).port,
    close: () => served.disposeAsync(),
  }
}

function readJson(api: FastifyInstance): void {
  const read = api.getDefaultJsonParser('error', 'error')
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasZero.test(body as string)) done(new Refusal(400, zeroRefused), undefined)
    else read(request, body as string, done)
  })
}

/** U+0000 in a text of JSON, which PostgreSQL cannot store. */
const hasZero = /(?<!\\)(?:\\\\)*\\u0000/

const noSuchAddress = () => {
  throw new Refusal(404, 'There is no such address.')
}

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
  files.delete('/index.html')
  app.get('/*', async ({ url }, reply) => {
    const asked = url.replace(/\?.*$/s, '')
    const file = files.get(asked)
    const isMissing = !file && (asked.startsWith('/api/') || asked.startsWith('/assets/'))
    if (isMissing) return noSuchAddress()
    return reply
      .type(types[file ? path.extname(asked) : '.html'] ?? 'application/octet-stream')
      .send(file ?? page)
  })
}

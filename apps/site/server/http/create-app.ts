import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import {
  fastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Services } from '../services.ts'
import { answerPreflights, readable } from './api/readable.ts'
import { certificateFileRoutes } from './certificates/certificate-file-routes.ts'
import { certificateRoutes } from './certificates/certificate-routes.ts'
import {
  countAnswer,
  followRequests,
  newRequestId,
  requestIdHeader,
  logFailure,
} from '@naic/house/web/request-log.ts'
import { describeFailure, Refusal, sendProblem } from '@naic/house/web/refusal.ts'
import { formRoutes } from './forms/form-routes.ts'
import { withoutPort } from '@naic/house/web/network-limit.ts'
import { stopGracefully } from '@naic/house/web/graceful-stop.ts'
import {
  answerUnreadable,
  createHttpServer,
  longestHeaderBytes,
} from '@naic/house/web/http-server.ts'
import { securityHeaders } from './pages/page-headers.ts'
import { createPageLimit } from './pages/page-limit.ts'
import { logRoutes } from './certificates/log-routes.ts'
import { createLookUpLimit } from './certificates/look-up.ts'
import { redirectToRealPath } from './pages/real-path.ts'
import { healthRoutes } from './health-routes.ts'
import { createSendPage, type Site } from './pages/site.ts'

const noSuchAddress = 'There is no such address.'

/** The web server: files from memory, the API, and the pages that are rendered for each request. */
export async function createApp(services: Services, site: Site): Promise<FastifyInstance> {
  const { config, log, metrics } = services
  const sendPage = createSendPage(site)
  const constantHeaders = securityHeaders(config)
  const pageLimit = createPageLimit(config.pagesPerSecond)
  const app = fastify<Server, IncomingMessage, ServerResponse>({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request',
    }),
    genReqId: newRequestId,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: {
      ignoreTrailingSlash: true,
      // A form is taken wherever it was posted to; pages lead to their real paths.
      caseSensitive: false,
      // An ID of any length is looked up, or it would not be found by a page that cannot look.
      maxParamLength: longestHeaderBytes,
    },
    // An address that cannot be decoded is not one of the site's. No hook has seen it.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      if (metrics) countAnswer(reply, metrics)
      reply.headers({ ...constantHeaders, [requestIdHeader]: request.id })
      if (/^\/(api|credentials|log)\//i.test(request.url)) {
        return sendProblem(reply, 404, noSuchAddress)
      }
      // Such a request does not know of proxies.
      const sender = proxyAddr(request.raw, config.trustProxy)
      return pageLimit.refuses(sender, reply) ? reply : sendPage(reply, request.url)
    },
    clientErrorHandler: answerUnreadable(constantHeaders),
    // Requests that come while stopping are answered.
    return503OnClosing: false,
    serverFactory: (answer) =>
      createHttpServer(
        (request, response) =>
          site.front(
            request,
            response,
            () => answer(request, response),
            (what) => metrics?.answered(`${what} in memory`, request.method, response.statusCode),
          ),
        { log, metrics },
      ),
  })

  followRequests(app, metrics)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(constantHeaders)
    requireSender(request)
  })
  stopGracefully(app, config.socket !== undefined)
  redirectToRealPath(app, site)

  // Routes of forms read their bodies as they stream in. Any other body is refused before it is read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))

  app.setErrorHandler((error, request, reply) => {
    const { statusCode, message, headers } = describeFailure(error, request.id)
    logFailure(request, error, 'a request failed')
    return sendProblem(reply.headers(headers), statusCode, message)
  })

  healthRoutes(app, services)
  formRoutes(app, services, sendPage)
  const lookUpLimit = createLookUpLimit(config.lookupsPerMinute)
  certificateRoutes(app, services, sendPage, { pageLimit, lookUpLimit })
  certificateFileRoutes(app, services, lookUpLimit)
  logRoutes(app, services.certificates)

  answerPreflights(app)
  app.get('/api/*', readable(), (_request, reply) => sendProblem(reply, 404, noSuchAddress))
  app.get('/*', { onRequest: pageLimit.hook }, (request, reply) => sendPage(reply, request.url))
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply.header('Allow', 'GET, HEAD'), 405, 'This address takes no such request.'),
  )
  return app
}

/**
 * Every limit counts by the sender's address. One who has gone has none left, and cannot be answered (Node
 * keeps an address once it was asked for). Where a trusted proxy writes something else, nobody could be
 * told from anybody.
 */
function requireSender({ raw: { socket }, ip }: FastifyRequest): void {
  if (socket.remoteAddress === undefined) throw new Refusal(400, 'The sender has gone.')
  if (isIP(withoutPort(ip)) === 0) {
    throw new Refusal(400, 'The proxy before this site does not say from which address this comes.')
  }
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests under way get this long; a service manager kills after ten seconds, as Docker does. */
const requestsMs = 8_000
/**
 * A browser opens connections in advance; what it means to ask comes right after opening. A proxy
 * keeps connections, and may be sending a form into one at the moment at which it would be closed.
 */
const silentMs = 1_000
const lookEveryMs = 100

/**
 * Makes `app.close()` end in time: new connections are refused at once, requests under way, and those
 * that come within a second on connections that were open, are answered with `Connection: close`, and whatever is open after eight seconds is cut. Node itself
 * would wait for ever, since a server that is closed no longer looks at its time limits.
 */
export function stopGracefully(app: FastifyInstance): void {
  const { server } = app
  const sockets = trackSockets(server)
  let stopping = false
  let sparesIdle = false
  spareAnswersOnTheirWay(server, sockets, () => sparesIdle)

  app.addHook('preClose', async () => {
    stopping = true
    sparesIdle = true
    // The files in memory are answered before Fastify sees the request.
    server.prependListener('request', (_request, response) => {
      response.setHeader('Connection', 'close')
    })
    // What was asked before the stop may have promised to keep the connection.
    const idle = setInterval(() => server.closeIdleConnections(), lookEveryMs)
    const silent = setTimeout(() => {
      sparesIdle = false
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, silentMs)
    const late = setTimeout(() => {
      app.log.warn({ connections: sockets.size }, 'stop: connections were cut')
      server.closeAllConnections()
    }, requestsMs)
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(silent)
      clearTimeout(late)
    })
  })

  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('Connection', 'close')
  })
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * To Node a connection is idle once its answer was handed over, though a slow reader may have got
 * half of it. As long as there is such a reader, the idle ones stay too.
 *
 * @param sparesIdle whether all of them stay for now.
 */
function spareAnswersOnTheirWay(
  server: Server,
  sockets: ReadonlySet<Socket>,
  sparesIdle: () => boolean,
): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if (sparesIdle()) return
    for (const socket of sockets) if (socket.writableLength > 0) return
    closeIdle()
  }
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For requests under way. Docker, like other service managers, kills after ten seconds. */
const requestsMs = 8_000
/**
 * A browser opens connections in advance, and asks right after opening. A proxy keeps connections, and
 * may be sending a form into one just when we would close it.
 */
const silentMs = 1_000
const lookEveryMs = 100

/**
 * Makes `app.close()` end in time. New connections are refused, or wait for the next server if systemd
 * keeps the socket. Requests under way, and those that come within a second on open connections, are
 * answered with `Connection: close`. After eight seconds every connection is cut: Node does not do that.
 *
 * @param nextOneWaits whether visitors wait for this server to end: then connections that only were kept
 *   are closed at once. A proxy repeats what it reads, and must not keep connections for forms
 *   (deploy/nginx-site.conf).
 */
export function stopGracefully(app: FastifyInstance, nextOneWaits: boolean): void {
  const { server } = app
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let stopping = false
  let sparesIdle = false
  spareAnswersOnTheirWay(server, sockets, () => sparesIdle)

  app.addHook('preClose', async () => {
    stopping = true
    sparesIdle = !nextOneWaits
    // Fastify does not see requests for files in memory.
    server.prependListener('request', (_request, response) => {
      response.setHeader('Connection', 'close')
    })
    // An answer from before the stop may have promised to keep the connection.
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

/**
 * To Node a connection is idle once its answer is handed over, though a slow reader may have half of
 * it. While there is such a reader, all idle connections stay.
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

import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { ApiProcess } from './api-process.ts'

/** Hands a request on to the API as it came, once there is an API that takes it. */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  api: ApiProcess,
): Promise<void> {
  const port = await api.port()
  const { method, url: path, rawHeaders: headers } = request
  // No connection is kept, since each would be one to wait for when the API is replaced.
  const asked = ask({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers,
    setHost: false,
    agent: false,
  })
  asked.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  asked.on('error', (error) => {
    // It may have answered already, and not wanted the rest of a body.
    if (response.headersSent) return
    response.writeHead(502, { 'Content-Type': 'text/plain' })
    response.end(`The API ended before it answered (${error.message}).`)
  })
  response.on('close', () => asked.destroy())
  request.pipe(asked)
}

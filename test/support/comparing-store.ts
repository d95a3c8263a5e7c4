import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { signedFetch } from './start-swift.ts'

/**
 * The store of the tests with what it lacks, and others have: a PUT with If-Match or If-None-Match
 * is done only where that is so, and is refused with 412 otherwise. It signs anew what it passes on.
 */
export async function openComparingStore(endpoint: string) {
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    // One after the other, so that nothing comes between comparing and writing.
    last = last.then(async () => {
      const answer = await passOn(endpoint, request)
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
        ...(answer.headers.has('etag') ? { etag: answer.headers.get('etag') ?? '' } : {}),
      })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

async function passOn(endpoint: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '', headers } = request
  const address = endpoint + url
  const body = await buffer(request)
  if (method !== 'PUT') return signedFetch(address, { method })
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const there = await signedFetch(address, { method: 'HEAD' })
  const isAsAsked =
    match === undefined
      ? noneMatch === undefined || there.status === 404
      : match === there.headers.get('etag')
  if (isAsAsked) return signedFetch(address, { method, body })
  return new Response('<Error><Code>PreconditionFailed</Code></Error>', { status: 412 })
}

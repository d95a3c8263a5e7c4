import { once } from 'node:events'
import { type ClientRequest, type RequestOptions, request } from 'node:http'
import { request as requestByTls } from 'node:https'
import { text } from 'node:stream/consumers'

/** Where a proxy takes requests for a name; with an authority it is asked over TLS. */
export type Door = { name: string; port: number; ca?: string }

type Asked = RequestOptions & { body?: Buffer }

/** Asks as a visitor whose address is `localAddress`. */
export function askProxy(door: Door, path: string, options: Asked = {}) {
  const asked = beginAsking(door, path, options)
  asked.end(options.body)
  return answerOf(asked)
}

/** The same, without the body as yet. */
export function beginAsking(
  { name, port, ca }: Door,
  path: string,
  { body, headers, ...options }: Asked,
): ClientRequest {
  const asked = (ca ? requestByTls : request)({
    host: '127.0.0.1',
    port,
    ...(ca && { servername: name, ca }),
    path,
    method: body ? 'POST' : 'GET',
    headers: { Host: name, ...(body && { 'Content-Length': body.length }), ...(headers as object) },
    agent: false,
    ...options,
  })
  // A visitor who is refused while sending may find the connection closed.
  asked.on('error', () => undefined)
  return asked
}

export async function answerOf(asked: ClientRequest) {
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode as number, headers: answer.headers, text: await text(answer) }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)
const ownHeaders = /^(host|connection|accept-encoding|keep-alive|transfer-encoding|content-.*)$/
const packable = /text|javascript|json|svg|x-component/

/**
 * What stands before a peer that does not pack as tightly as ours does: the same brotli at its best
 * for all that it answers, kept once packed.
 */
export async function startBrotliProxy(to: string): Promise<{ url: string } & Disposable> {
  const kept = new Map<string, Buffer>()
  const pack = async (body: Buffer) => {
    const key = createHash('sha256').update(body).digest('hex')
    const packed = kept.get(key) ?? (await compress(body))
    kept.set(key, packed)
    return packed
  }
  const forward = async (asked: IncomingMessage, answer: ServerResponse) => {
    const headers = Object.entries(asked.headers).filter(([name]) => !ownHeaders.test(name))
    const theirs = await fetch(`${to}${asked.url}`, {
      headers: {
        ...(Object.fromEntries(headers) as Record<string, string>),
        'accept-encoding': 'identity',
      },
      redirect: 'manual',
    })
    const body = Buffer.from(await theirs.arrayBuffer())
    const type = theirs.headers.get('content-type') ?? ''
    const packed = packable.test(type) ? await pack(body) : undefined
    for (const [name, value] of theirs.headers)
      if (!ownHeaders.test(name)) answer.setHeader(name, value)
    answer.setHeader('content-type', type)
    if (packed) answer.setHeader('content-encoding', 'br')
    answer.setHeader('content-length', (packed ?? body).length)
    answer.writeHead(theirs.status).end(packed ?? body)
  }
  const server = createServer((asked, answer) => {
    forward(asked, answer).catch((error: unknown) => answer.destroy(error as Error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a forged site answers to one address: a text or bytes, a status, or whatever it does to the answer. */
type Forged = string | Buffer | number | ((response: ServerResponse) => void)

/** A site that answers as another does, but for what it forges. */
export class ForgedSite {
  readonly url: string
  /** Where its answers come from. */
  upstream: string
  /** By path, or by its beginning where that ends with an asterisk. */
  readonly forged = new Map<string, Forged>()
  /** Paths that were asked for. */
  readonly asked: string[] = []
  readonly #server: Server

  private constructor(server: Server, upstream: string) {
    this.#server = server
    this.upstream = upstream
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', ({ url = '' }, response) => void this.#serve(url, response))
  }

  static async before(upstream: string): Promise<ForgedSite> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ForgedSite(server, upstream)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(path: string, response: ServerResponse): Promise<void> {
    this.asked.push(path)
    const [, forged] =
      [...this.forged].find(([name]) =>
        name.endsWith('*') ? path.startsWith(name.slice(0, -1)) : path === name,
      ) ?? []
    if (typeof forged === 'function') forged(response)
    else if (typeof forged === 'number') response.writeHead(forged).end('{"detail":"No."}')
    else if (forged !== undefined) response.writeHead(200).end(forged)
    else {
      const answer = await fetch(this.upstream + path)
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status).end(body)
    }
  }
}

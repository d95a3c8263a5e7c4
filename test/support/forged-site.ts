import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { portOf } from './port-of.ts'

/** What a forged site answers to one address: a text or bytes, a status, or whatever it does to the answer. */
type Forged = string | Buffer | number | ((response: ServerResponse) => void)

/** A site that answers as another does, but for what it forges. */
export async function forgeSite(upstream: string) {
  const site = {
    url: '',
    /** Where its answers come from. */
    upstream,
    /** By path, or by its beginning where that ends with an asterisk. */
    forged: new Map<string, Forged>(),
    asked: [] as string[],
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
  const server = createServer(async ({ url: path = '' }, response) => {
    site.asked.push(path)
    const [, forged] =
      [...site.forged].find(([name]) =>
        name.endsWith('*') ? path.startsWith(name.slice(0, -1)) : path === name,
      ) ?? []
    if (typeof forged === 'function') return forged(response)
    if (typeof forged === 'number') return response.writeHead(forged).end('{"detail":"No."}')
    if (forged !== undefined) return response.writeHead(200).end(forged)
    const answer = await fetch(site.upstream + path)
    return response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  site.url = `http://127.0.0.1:${await portOf(server)}`
  return site
}

import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { multipart, type Part } from '#support/start-api.ts'
import { type RunningNginx, siteName } from '#support/start-nginx.ts'

const boundary = 'between-parts'

/** Undefined: the connection ended before there was one. */
export type Answer = { status: number; text: string } | undefined

/** Somebody with an address of their own, by which nginx chooses the copy that answers. */
export class Visitor {
  readonly #nginx: RunningNginx
  readonly #agent: Agent

  constructor(nginx: RunningNginx, localAddress: string) {
    this.#nginx = nginx
    const ca = nginx.certificate.cert
    this.#agent = new Agent({ keepAlive: true, localAddress, ca, servername: siteName })
  }

  read(address: string): Promise<Answer> {
    return this.#ask(address, undefined, {})
  }

  send(address: string, parts: readonly Part[], headers: Record<string, string> = {}) {
    return this.#ask(address, multipart(parts, boundary), headers)
  }

  async #ask(address: string, body: Buffer | undefined, headers: Record<string, string>) {
    const asked = request({
      agent: this.#agent,
      host: '127.0.0.1',
      port: this.#nginx.tlsPort,
      path: address,
      method: body ? 'POST' : 'GET',
      headers: {
        Host: siteName,
        ...(body
          ? {
              'Content-Type': `multipart/form-data; boundary=${boundary}`,
              'Content-Length': body.length,
            }
          : {}),
        ...headers,
      },
    })
    try {
      asked.end(body)
      const [answer] = await once(asked, 'response')
      return { status: answer.statusCode as number, text: await text(answer) }
    } catch {
      return undefined
    }
  }

  leave(): void {
    this.#agent.destroy()
  }
}

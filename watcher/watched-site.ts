import type { Bytes } from '#credential/bytes.ts'
import { concat } from '#credential/bytes.ts'
import { CannotLook } from './log-fault.ts'

/** How long a site is waited for, in milliseconds. */
export type Patience = { answerMs: number; lookMs: number }

export const usualPatience: Patience = { answerMs: 30_000, lookMs: 15 * 60_000 }

/**
 * A site as a stranger's: no answer is read further than it may be long, none is waited for without
 * end, nor all of them together, and none leads elsewhere.
 */
export class WatchedSite {
  readonly url: string
  readonly #patience: Patience
  readonly #end: AbortSignal

  /** @param url of the site, without a slash at its end. */
  constructor(url: string, patience: Patience) {
    this.url = url
    this.#patience = patience
    this.#end = AbortSignal.timeout(patience.lookMs)
  }

  /**
   * @param longest answer in bytes, as it is once it is unpacked.
   * @returns undefined where the site says that there is no such thing.
   * @throws CannotLook for any other answer, and for none.
   */
  async get(path: string, longest: number): Promise<Bytes | undefined> {
    const { status, bytes } = await this.#ask(path, {}, longest)
    if (status === 404) return undefined
    if (status !== 200) throw new CannotLook(`${this.url}${path} answers with ${status}.`)
    return bytes
  }

  /** As `get`, of what every such site has, as text. */
  async getText(path: string, longest: number): Promise<string> {
    const bytes = await this.get(path, longest)
    if (!bytes) throw new CannotLook(`${this.url}${path} answers with 404.`)
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      throw new CannotLook(`${this.url}${path} answers with what is no text.`)
    }
  }

  /** @returns the answer, whatever it is. @throws CannotLook where there is none. */
  async post(path: string, body: string): Promise<{ status: number; text: string }> {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
    const { status, bytes } = await this.#ask(path, { method: 'POST', headers, body }, 10_000)
    return { status, text: new TextDecoder().decode(bytes) }
  }

  async #ask(path: string, request: RequestInit, longest: number) {
    const address = this.url + path
    try {
      const response = await fetch(address, {
        ...request,
        // What lies in a cache on the way would be taken for what the site says.
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.any([this.#end, AbortSignal.timeout(this.#patience.answerMs)]),
      })
      return { status: response.status, bytes: await readUpTo(longest, response) }
    } catch (error) {
      const { message, cause, name } = error as Error
      if (name === 'TimeoutError') throw new CannotLook(`${address} takes too long to answer.`)
      throw new CannotLook(
        `${address} cannot be read (${cause instanceof Error ? cause.message : message}).`,
        { cause: error },
      )
    }
  }
}

async function readUpTo(longest: number, { body }: Response): Promise<Bytes> {
  const parts: Uint8Array[] = []
  let length = 0
  // Left early, the body is given up, and the connection with it.
  for await (const part of body ?? []) {
    length += part.length
    if (length > longest) throw new RangeError(`the answer has more than ${longest} bytes`)
    parts.push(part)
  }
  return concat(...parts)
}

import { type Bytes, concat } from '#format/bytes.ts'
import { readUnsigned } from '#format/checkpoint.ts'
import type { KeyRange } from '#format/published-keys.ts'
import type { TellFault } from '#walk/known-keys.ts'
import type { ChainLink, LogSource } from '#walk/log-walk.ts'

/** The log has said what it may not say: what a watcher is there to find. */
export class LogFault extends Error {
  override name = 'LogFault'
  /** What it can be shown by, beyond the two checkpoints and the keys. */
  readonly details: Record<string, unknown>

  /** @param message a sentence for a person. */
  constructor(message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.details = details
  }
}

/** A watcher stops at the first fault. @throws LogFault */
export const throwFault: TellFault = (sentence, details) => {
  throw new LogFault(sentence, details)
}

/** Nothing could be seen, which says nothing for or against the log. */
export class CannotLook extends Error {
  override name = 'CannotLook'
}

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

  /** @returns the answer, whatever it is. @throws CannotLook if there is none. */
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
      return {
        status: response.status,
        bytes: await readUpTo(longest, response, this.#patience.answerMs),
      }
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

/**
 * Reads a body. Left early, it is given up, and the connection with it.
 *
 * @param patienceMs Node 20 forgets the signal of a request once its headers are there.
 * @throws RangeError for a longer one, a TimeoutError for a slower one.
 */
export async function readUpTo(
  longest: number,
  { body }: Response,
  patienceMs: number,
): Promise<Bytes> {
  const reader = body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  let isLate = false
  const giveUp = () => reader?.cancel().catch(() => undefined)
  const timer = setTimeout(() => {
    isLate = true
    void giveUp()
  }, patienceMs)
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      length += next.value.length
      if (length > longest) throw new RangeError(`the answer has more than ${longest} bytes`)
      parts.push(next.value)
    }
  } finally {
    clearTimeout(timer)
    void giveUp()
  }
  if (isLate) throw new DOMException('It takes too long.', 'TimeoutError')
  return concat(...parts)
}

/** Bytes. An honest answer has a tenth of each of these at most. */
const longestNote = 64 * 1024
const longestKeys = 1024 * 1024
const longestPage = 8 * 1024 * 1024
const longestBundle = 1024 * 1024

const bundleWidth = 256

/** What a site says just now. `keysText` is as it came, to be shown. */
export type Served = { note: string; origin: string; keys: KeyRange[]; keysText: string }

/** A log that is added to all the time is caught between two additions before that. */
const mostTries = 5

/**
 * The newest checkpoint, and the keys as they were just then.
 *
 * @throws CannotLook
 */
export async function fetchServed(site: WatchedSite): Promise<Served> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const keysText = await site.getText('/log/keys', longestKeys)
    const note = await site.getText('/log/checkpoint', longestNote)
    if ((await site.getText('/log/keys', longestKeys)) !== keysText) continue
    if (!readUnsigned(note)) {
      throw new CannotLook(`${site.url}/log/checkpoint answers with what is no checkpoint.`)
    }
    return { note, keysText, ...readKeys(site, keysText) }
  }
  throw new CannotLook(`${site.url}/log/keys answers differently each time.`)
}

function readKeys(site: WatchedSite, text: string): { origin: string; keys: KeyRange[] } {
  const answer = parseJson(text) as { origin?: unknown; keys?: unknown } | undefined
  const { origin, keys } = answer ?? {}
  if (typeof origin !== 'string' || !Array.isArray(keys) || !keys.every(isKeyRange)) {
    throw new CannotLook(`${site.url}/log/keys answers with what are no keys.`)
  }
  return { origin, keys }
}

/** Whether it has the form of a key as `/log/keys` lists it. */
export function isKeyRange(value: unknown): value is KeyRange {
  const { name, use, publicKeyMultibase, from, to, revoked } = (value ?? {}) as Partial<KeyRange>
  return (
    typeof name === 'string' &&
    (use === 'log' || use === 'credentials') &&
    typeof publicKeyMultibase === 'string' &&
    Number.isSafeInteger(from) &&
    (to === null || Number.isSafeInteger(to)) &&
    (revoked === undefined || typeof revoked === 'string')
  )
}

/** A log as a site serves it, which throws CannotLook where it gives none of it, and LogFault where it has to. */
export const logOf = (site: WatchedSite): LogSource => ({
  checkpoints: (after) => fetchChain(site, after),
  entries: (begin, end) => fetchEntries(site, begin, end),
})

/**
 * The chain of checkpoints, oldest first, page by page.
 *
 * @param after size of the one before the first.
 */
async function* fetchChain(site: WatchedSite, after: number): AsyncGenerator<ChainLink> {
  for (let last = after; ;) {
    const page = await site.getText(`/log/checkpoints?after=${last}`, longestPage)
    const lines = page.split('\n').filter((line) => line !== '')
    if (lines.length === 0) return
    for (const line of lines) {
      const link = parseJson(line) as Partial<ChainLink> | undefined
      const { size, note, previous } = link ?? {}
      const isLink = typeof note === 'string' && typeof previous === 'string'
      if (!isLink || typeof size !== 'number' || readUnsigned(note)?.size !== size) {
        throw new CannotLook(`${site.url}/log/checkpoints answers with what are no checkpoints.`)
      }
      if (size <= last) {
        throw new LogFault(`The checkpoints are not in the order of their sizes, at ${size}.`)
      }
      last = size
      yield { size, note, previous }
    }
  }
}

/**
 * The entries of the log, from the beginning of a tile on, and as far as `to`.
 *
 * @throws LogFault where the site has none that it signed for; CannotLook.
 */
async function* fetchEntries(site: WatchedSite, from: number, to: number): AsyncGenerator<Bytes> {
  for (let begin = from; begin < to; begin += bundleWidth) {
    const width = Math.min(bundleWidth, to - begin)
    const path = bundlePath(begin / bundleWidth, width)
    const bundle = await site.get(path, longestBundle)
    if (!bundle) {
      throw new LogFault(
        `The log has signed for ${to} entries, and does not give out those from ${begin} on.`,
        { missing: path },
      )
    }
    yield* splitBundle(bundle, width, site.url + path)
  }
}

function* splitBundle(bundle: Bytes, width: number, address: string): Generator<Bytes> {
  let at = 0
  for (let count = 0; count < width; count += 1) {
    const [high, low] = bundle.subarray(at, at + 2)
    const end = at + 2 + (high ?? 0) * 256 + (low ?? 0)
    if (low === undefined || end > bundle.length) break
    yield bundle.slice(at + 2, end)
    at = end
    if (count === width - 1 && at === bundle.length) return
  }
  throw new CannotLook(`${address} answers with what are not ${width} entries.`)
}

/** As c2sp.org/tlog-tiles names bundles: three digits at a time. */
function bundlePath(index: number, width: number): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/\d{3}/g)
  const last = groups?.pop() ?? ''
  const above = (groups ?? []).map((group) => `x${group}/`).join('')
  return `/log/tile/entries/${above}${last}${width < bundleWidth ? `.p/${width}` : ''}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

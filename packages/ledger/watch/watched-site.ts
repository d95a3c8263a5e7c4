import type { Bytes } from '#format/bytes.ts'
import { readJson } from '#format/canonical-json.ts'
import { type Checkpoint, readUnsigned } from '#format/checkpoint.ts'
import { readUpTo } from '#format/inflate.ts'
import type { KeyRange } from '#format/published-keys.ts'
import type { TellFault } from '#walk/known-keys.ts'
import type { ChainLink, LogSource } from '#walk/log-walk.ts'

/** The log has said what it may not say: what a watcher is there to find. */
export class LogFault extends Error {
  override name = 'LogFault'
  readonly details: Record<string, unknown>

  /** @param details what it can be shown by, beyond the two checkpoints and the keys. */
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

export type Patience = { answerMs: number; lookMs: number }

/** Bytes. An honest answer has a tenth of it at most. */
const longestAnswer = 8 * 1024 * 1024

const bundleWidth = 256

/** A site whose log is watched; all of its answers together have an end as well. */
export class WatchedSite implements LogSource {
  readonly url: string
  readonly #limits: Limits

  /** @param url of the site, without a slash at its end. */
  constructor(
    url: string,
    { answerMs, lookMs }: Patience = { answerMs: 30_000, lookMs: 15 * 60_000 },
  ) {
    this.url = url
    this.#limits = { patienceMs: answerMs, end: AbortSignal.timeout(lookMs) }
  }

  /** @throws CannotLook if there is no answer. */
  ask(path: string, request: RequestInit = {}): Promise<Response> {
    return askStranger(this.url + path, { ...request, ...this.#limits })
  }

  /**
   * @returns undefined where the site says that there is no such thing.
   * @throws CannotLook for any other answer, and for none.
   */
  async get(path: string): Promise<Bytes | undefined> {
    const response = await this.ask(path)
    if (response.status === 404) return undefined
    if (response.status === 200) return new Uint8Array(await response.arrayBuffer())
    throw new CannotLook(`${this.url}${path} answers with ${response.status}.`)
  }

  /** As `get`, of what every such site has, as text. */
  async getText(path: string): Promise<string> {
    const bytes = await this.get(path)
    if (!bytes) throw new CannotLook(`${this.url}${path} answers with 404.`)
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      throw new CannotLook(`${this.url}${path} answers with what is no text.`)
    }
  }

  /** As `LogSource` says; page by page. */
  async *checkpoints(after: number): AsyncGenerator<ChainLink> {
    for (let last = after; ;) {
      const page = await this.getText(`/log/checkpoints?after=${last}`)
      const lines = page.split('\n').filter((line) => line !== '')
      if (lines.length === 0) return
      for (const line of lines) {
        const { size, note, previous } = (readJson(line) ?? {}) as Partial<ChainLink>
        const isLink = typeof note === 'string' && typeof previous === 'string'
        if (!isLink || typeof size !== 'number' || readUnsigned(note)?.size !== size) {
          throw new CannotLook(`${this.url}/log/checkpoints answers with what are no checkpoints.`)
        }
        if (size <= last) {
          throw new LogFault(`The checkpoints are not in the order of their sizes, at ${size}.`)
        }
        last = size
        yield { size, note, previous }
      }
    }
  }

  /** As `LogSource` says. @throws LogFault where the site has none that it signed for; CannotLook. */
  async *entries(from: number, to: number): AsyncGenerator<Bytes> {
    // What is before `from` in its bundle is known by its hashes.
    let skipped = from % bundleWidth
    for (let begin = from - skipped; begin < to; begin += bundleWidth) {
      const width = Math.min(bundleWidth, to - begin)
      const missing = bundlePath(begin / bundleWidth, width)
      const bundle = await this.get(missing)
      if (!bundle) {
        throw new LogFault(
          `The log has signed for ${to} entries, and does not give out those from ${begin} on.`,
          { missing },
        )
      }
      yield* splitBundle(bundle, width, this.url + missing).slice(skipped)
      skipped = 0
    }
  }
}

/** `longest` in bytes, unpacked; `end` of all requests together. */
type Limits = { longest?: number; patienceMs: number; end?: AbortSignal }

/**
 * No answer is read further than it may be long, none is waited for without end, and none leads
 * elsewhere.
 *
 * @throws CannotLook if no answer comes through.
 */
export async function askStranger(
  address: string,
  question: RequestInit & Limits,
): Promise<Response> {
  const { longest = longestAnswer, patienceMs, end, ...request } = question
  try {
    const timeout = AbortSignal.timeout(patienceMs)
    const { status, headers, body } = await fetch(address, {
      ...request,
      // What lies in a cache on the way would be taken for what the site says.
      cache: 'no-store',
      redirect: 'error',
      signal: end ? AbortSignal.any([end, timeout]) : timeout,
    })
    // Node 20 forgets the signal of a request once its headers are there.
    const slow = { signal: AbortSignal.timeout(patienceMs) }
    return new Response(body && (await readUpTo(longest, body, slow)), { status, headers })
  } catch (error) {
    const { message, cause, name } = error as Error
    if (name === 'TimeoutError') throw new CannotLook(`${address} takes too long to answer.`)
    throw new CannotLook(
      `${address} cannot be read (${cause instanceof Error ? cause.message : message}).`,
      { cause: error },
    )
  }
}

/** What a site says just now, of which nothing is proven yet. */
export type Served = { note: string; newest: Checkpoint; origin: string; keys: KeyRange[] }

/** A log that is added to all the time is caught between two additions before that. */
const mostTries = 5

/** The newest checkpoint, and the keys as they were just then. @throws CannotLook */
export async function fetchServed(site: WatchedSite): Promise<Served> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const text = await site.getText('/log/keys')
    const note = await site.getText('/log/checkpoint')
    if ((await site.getText('/log/keys')) !== text) continue
    const newest = readUnsigned(note)
    if (!newest) {
      throw new CannotLook(`${site.url}/log/checkpoint answers with what is no checkpoint.`)
    }
    const { origin, keys } = (readJson(text) ?? {}) as { origin?: unknown; keys?: unknown }
    if (typeof origin === 'string' && Array.isArray(keys) && keys.every(isKeyRange)) {
      return { note, newest, origin, keys }
    }
    throw new CannotLook(`${site.url}/log/keys answers with what are no keys.`)
  }
  throw new CannotLook(`${site.url}/log/keys answers differently each time.`)
}

/** As `/log/keys` lists a key. */
function isKeyRange(value: unknown): value is KeyRange {
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

function splitBundle(bundle: Bytes, width: number, address: string): Bytes[] {
  const entries: Bytes[] = []
  let at = 0
  while (at + 2 <= bundle.length) {
    const end = at + 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0)
    entries.push(bundle.slice(at + 2, end))
    at = end
  }
  if (entries.length === width && at === bundle.length) return entries
  throw new CannotLook(`${address} answers with what are not ${width} entries.`)
}

/** As c2sp.org/tlog-tiles names bundles: three digits at a time. */
function bundlePath(index: number, width: number): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const name = padded.replaceAll(/\d{3}(?=\d)/g, 'x$&/')
  return `/log/tile/entries/${name}${width < bundleWidth ? `.p/${width}` : ''}`
}

import { setTimeout as pause } from 'node:timers/promises'
import { parseJson } from '#format/canonical-json.ts'
import type { Site } from '#verify/evidence.ts'
import type { WitnessPolicy } from '#verify/witness-policy.ts'
import { readUpTo } from '#watch/watched-site.ts'
import type { SeenLogs } from './seen-logs.ts'
import { didOfKeys, type PinnedKeys } from './pinned-keys.ts'

const patienceMs = 20_000
/** Bytes. An honest answer has a tenth of it. */
const longestAnswer = 8 * 1024 * 1024
/** How often one answer is waited for where the site says that it was asked too often. */
const mostWaits = 3
/** However long the site says. */
const longestWaitSeconds = 120

/**
 * The site whose certificates are checked, asked over the network as a stranger's: no answer is read
 * further than it may be long, and none leads elsewhere. Whatever keys it answers with, those that are
 * pinned take their place.
 */
export class AskedSite implements Site {
  readonly url: string
  readonly #policy: WitnessPolicy | undefined
  readonly #pinned: PinnedKeys | undefined
  readonly #isOffline: boolean
  readonly #seen: SeenLogs

  constructor(
    url: string,
    given: {
      /** Undefined: those of the site are taken. */
      pinned: PinnedKeys | undefined
      /** Whose cosignatures a certificate needs; undefined if none. */
      policy: WitnessPolicy | undefined
      isOffline: boolean
      seen: SeenLogs
    },
  ) {
    this.url = url
    this.#policy = given.policy
    this.#pinned = given.pinned
    this.#isOffline = given.isOffline
    this.#seen = given.seen
  }

  isOnline = () => !this.#isOffline
  readPolicies = () => (this.#policy ? [this.#policy] : [])
  readSeenLog = () => this.#seen.read(this.url)
  keepSeenLog = (seen: string) => this.#seen.keep(this.url, seen)

  fetch: Site['fetch'] = async (path) => {
    if (this.#pinned && path === '/log/keys') return Response.json(this.#pinned)
    if (this.#pinned && path === '/.well-known/did.json') {
      return Response.json(didOfKeys(this.#pinned))
    }
    if (this.#isOffline) throw new TypeError('Nobody is asked.')
    const { status, headers, text } = await this.#askPatiently(path)
    const isCertificate = path.startsWith('/api/certificates/')
    return new Response(isCertificate ? this.#withPinnedKeys(text) : text, { status, headers })
  }

  async #askPatiently(path: string): Promise<Answer> {
    for (let waits = 0; ; waits += 1) {
      const answer = await this.#ask(path)
      if (answer.status !== 429 || waits === mostWaits) return answer
      const seconds = Number(answer.headers.get('Retry-After')) || 60
      await pause(Math.min(seconds, longestWaitSeconds) * 1_000)
    }
  }

  async #ask(path: string): Promise<Answer> {
    const response = await fetch(this.url + path, {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    const bytes = await readUpTo(longestAnswer, response)
    const { status, headers } = response
    // What they say of the body is of how it was packed on its way.
    const kept = ['Retry-After', 'X-Request-Id'].flatMap((name): [string, string][] => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status, headers: new Headers(kept), text: new TextDecoder().decode(bytes) }
  }

  /** What is no answer about a certificate is for the checks to refuse. */
  #withPinnedKeys(text: string): string {
    if (!this.#pinned) return text
    try {
      const answer = parseJson(text)
      if (typeof answer !== 'object' || answer === null || !('credential' in answer)) return text
      const { keys } = this.#pinned
      return JSON.stringify({ ...answer, keys, did: didOfKeys(this.#pinned) })
    } catch {
      return text
    }
  }
}

type Answer = { status: number; headers: Headers; text: string }

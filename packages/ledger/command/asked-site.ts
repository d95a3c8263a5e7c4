import { setTimeout as pause } from 'node:timers/promises'
import { parseJson } from '#format/canonical-json.ts'
import type { Site, WitnessPolicy } from '#verify/evidence.ts'
import { readUpTo } from '#watch/watched-site.ts'
import type { SeenLogs } from './seen-logs.ts'
import { didOfKeys, type PinnedKeys } from './pinned-keys.ts'

const patienceMs = 20_000
/** Bytes. An honest answer has a tenth of it. */
const longestAnswer = 8 * 1024 * 1024
/** However long the site says. */
const longestRestSeconds = 120
/** How often it is waited for where no answer comes through. */
const mostRestsInARow = 3
/** A site from which so many answers in a row did not come through is not asked again in this call. */
const mostSilences = 6

type GivenToSite = {
  /** Undefined: those of the site are taken. */
  pinned: PinnedKeys | undefined
  /** Whose cosignatures a certificate needs; undefined if none. */
  policy: WitnessPolicy | undefined
  isOffline: boolean
  seen: SeenLogs
  /** Told to a person while they wait. */
  say: (sentence: string) => void
}

/**
 * The site whose certificates are checked, asked over the network as a stranger's: no answer is read
 * further than it may be long, and none leads elsewhere. Whatever keys it answers with, those that are
 * pinned take their place.
 */
export class AskedSite implements Site {
  readonly url: string
  readonly #given: GivenToSite
  /** Until the site may be asked again; whoever asks waits for the same. */
  #rest: Promise<void> = Promise.resolve()
  #restsInARow = 0
  #silences = 0
  /** What the growth of the log was proven with; the same for all files of one day. */
  readonly #proofs = new Map<string, Promise<Answer>>()
  /** Why an answer of the site could not be used, for a person; undefined if all could. */
  trouble: string | undefined

  constructor(url: string, given: GivenToSite) {
    this.url = url
    this.#given = given
  }

  isOnline = () => !this.#given.isOffline
  readPolicies = async () => (this.#given.policy ? [this.#given.policy] : [])
  readSeenLog = () => this.#given.seen.read(this.url)
  keepSeenLog = (seen: string) => this.#given.seen.keep(this.url, seen)

  fetch: Site['fetch'] = async (path) => {
    if (this.#given.pinned && path === '/log/keys') return Response.json(this.#given.pinned)
    if (this.#given.pinned && path === '/.well-known/did.json') {
      return Response.json(didOfKeys(this.#given.pinned))
    }
    if (this.#given.isOffline) throw new TypeError('Nobody is asked.')
    const { status, headers, text } = await this.#askOnce(path)
    const isCertificate = path.startsWith('/api/certificates/')
    return new Response(isCertificate ? this.#withPinnedKeys(text) : text, { status, headers })
  }

  /** A proof never changes, and holds for every certificate of the same checkpoint. */
  #askOnce(path: string): Promise<Answer> {
    if (!path.startsWith('/log/proof')) return this.#askPatiently(path)
    const known = this.#proofs.get(path) ?? this.#askPatiently(path)
    this.#proofs.set(path, known)
    known.then(
      ({ status }) => status === 200 || this.#proofs.delete(path),
      () => this.#proofs.delete(path),
    )
    return known
  }

  async #askPatiently(path: string): Promise<Answer> {
    for (;;) {
      const rest = this.#rest
      await rest
      const answer = await this.#ask(path)
      const seconds = restAfter(answer)
      if (seconds === undefined) this.#restsInARow = 0
      // Others may have heard of the same rest before.
      else if (rest === this.#rest) this.#beginRest(seconds)
      if (seconds === undefined || this.#restsInARow > mostRestsInARow) return answer
    }
  }

  #beginRest(seconds: number): void {
    this.#restsInARow += 1
    if (this.#restsInARow > mostRestsInARow) return
    const rest = Math.min(seconds, longestRestSeconds)
    this.#given.say(`The site asks for a rest of ${rest} seconds.`)
    this.#rest = pause(rest * 1_000)
  }

  /** @throws if no answer comes through, or so many have not that the site is not asked any more. */
  async #ask(path: string): Promise<Answer> {
    if (this.#silences >= mostSilences) throw new TypeError('The site has not answered for long.')
    if (this.#restsInARow > mostRestsInARow)
      return { status: 429, headers: new Headers(), text: '' }
    try {
      const answer = await this.#fetch(path)
      this.#silences = 0
      return answer
    } catch (error) {
      this.#silences += 1
      const { message, cause, name } = error as Error
      const why =
        name === 'TimeoutError' ? 'it takes too long' : (cause as Error)?.message || message
      this.trouble = `${this.url}${path} could not be read: ${why}.`
      throw error
    }
  }

  async #fetch(path: string): Promise<Answer> {
    const response = await fetch(this.url + path, {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    const bytes = await readUpTo(longestAnswer, response, patienceMs)
    const { status, headers } = response
    const type = headers.get('Content-Type') ?? 'what has no type'
    if (!type.includes('json')) {
      this.trouble = `${this.url}${path} answered with ${type} (${status}), and not as the council’s site does.`
    }
    // What they say of the body is of how it was packed on its way.
    const kept = ['Retry-After', 'X-Request-Id'].flatMap((name): [string, string][] => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status, headers: new Headers(kept), text: new TextDecoder().decode(bytes) }
  }

  /** What is no answer about a certificate is for the checks to refuse. */
  #withPinnedKeys(text: string): string {
    if (!this.#given.pinned) return text
    try {
      const answer = parseJson(text)
      if (typeof answer !== 'object' || answer === null || !('credential' in answer)) return text
      const { keys } = this.#given.pinned
      return JSON.stringify({ ...answer, keys, did: didOfKeys(this.#given.pinned) })
    } catch {
      return text
    }
  }
}

type Answer = { status: number; headers: Headers; text: string }

/** @returns seconds after which it may be asked again (Retry-After); undefined if at once. */
function restAfter({ status, headers }: Answer): number | undefined {
  const seconds = Number(headers.get('Retry-After')) || undefined
  if (status === 429) return seconds ?? 60
  return status === 503 ? seconds : undefined
}

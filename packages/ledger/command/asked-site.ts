import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '#verify/evidence.ts'
import { askStranger } from '#watch/watched-site.ts'

const patienceMs = 20_000
const longestRestSeconds = 120
const mostRestsInARow = 3

/** The site whose certificates are checked, asked as a stranger's. */
export class AskedSite {
  readonly #url: string
  /** Until it may be asked again; whoever asks waits for the same. */
  #rest: Promise<void> = Promise.resolve()
  #restsInARow = 0
  readonly #proofs = new Map<string, Promise<Response>>()
  /** For a person, why an answer could not be used. */
  trouble: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  fetch: Site['fetch'] = (path) =>
    path.startsWith('/log/proof') ? this.#askForProof(path) : this.#askPatiently(path)

  /** A proof that the log grew never changes, and holds for every certificate of the same checkpoint. */
  async #askForProof(path: string): Promise<Response> {
    const proof = this.#proofs.get(path) ?? this.#askPatiently(path)
    this.#proofs.set(path, proof)
    const { ok } = await proof.catch(() => ({ ok: false }))
    if (!ok) this.#proofs.delete(path)
    return (await proof).clone()
  }

  async #askPatiently(path: string): Promise<Response> {
    for (;;) {
      const rest = this.#rest
      await rest
      if (this.#restsInARow > mostRestsInARow) return new Response(null, { status: 429 })
      const response = await this.#ask(path)
      const seconds = restAfter(response)
      if (seconds === undefined) {
        this.#restsInARow = 0
        return response
      }
      // Others may have heard of the same rest before.
      if (rest === this.#rest) this.#beginRest(Math.min(seconds, longestRestSeconds))
    }
  }

  #beginRest(seconds: number): void {
    this.#restsInARow += 1
    if (this.#restsInARow > mostRestsInARow) return
    process.stderr.write(`The site asks for a rest of ${seconds} seconds.\n`)
    this.#rest = pause(seconds * 1_000)
  }

  /** @throws CannotLook if no answer comes through. */
  async #ask(path: string): Promise<Response> {
    try {
      const response = await askStranger(this.#url + path, { patienceMs })
      const type = response.headers.get('Content-Type') ?? 'what has no type'
      if (!type.includes('json')) {
        this.trouble = `${this.#url}${path} answered with ${type} (${response.status}), and not as the council’s site does.`
      }
      return response
    } catch (error) {
      this.trouble = (error as Error).message
      throw error
    }
  }
}

/** @returns seconds after which it may be asked again (Retry-After); undefined if at once. */
function restAfter({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After')) || (status === 429 ? 60 : undefined)
  return status === 429 || status === 503 ? seconds : undefined
}

import type { Log } from '@naic/platform/log.ts'
import type { Head } from '../log/log-state.ts'
import { proveConsistency } from '../log/published-log.ts'
import type { TransparencyLog } from '../log/transparency-log.ts'
import type { KnownWitness, WitnessCosignatures } from './witness-cosignatures.ts'
import { type Bytes, concat, toBase64 } from '@naic/ledger/format/bytes.ts'

const roundEveryMs = 3 * 60_000

type Parts = {
  transparencyLog: Pick<TransparencyLog, 'begunHead' | 'tree'>
  cosignatures: WitnessCosignatures
  log: Log
}

/**
 * Shows the newest checkpoint to each witness that has an address, where it has not cosigned it, once
 * in a few minutes at most. Nobody waits for it: what a witness does not answer is a line of the log.
 */
export class WitnessRounds {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    if (this.#asked.length > 0) this.#next()
  }

  /** Breaks off what is asked just now; the next start asks again. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#round
  }

  get #asked(): KnownWitness[] {
    return this.#parts.cosignatures.witnesses.filter(({ url }) => url !== undefined)
  }

  #next(): void {
    this.#round = this.round().finally(() => {
      if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => this.#next(), roundEveryMs)
    })
  }

  /** One round: asks all that have not cosigned the newest checkpoint. Never throws. */
  async round(): Promise<void> {
    const { transparencyLog, cosignatures, log } = this.#parts
    try {
      const head = await transparencyLog.begunHead()
      const newest = await cosignatures.newest()
      const ask = async (witness: KnownWitness) => {
        const seen = newest.find(({ vkey }) => vkey === witness.vkey)?.size ?? 0
        if (seen < head.size) await this.#show(head, witness, seen)
      }
      await Promise.all(this.#asked.map(ask))
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'witnesses: the round broke off')
    }
  }

  async #show(head: Head, witness: KnownWitness, seen: number): Promise<void> {
    let answer = await this.#ask(head, witness, seen)
    // What it has seen may not have reached us, or was of another copy of the program.
    if (answer.state === 'at' && answer.size <= head.size && answer.size !== seen) {
      answer = await this.#ask(head, witness, answer.size)
    }
    const reason = await this.#refusal(head, answer)
    if (reason) this.#parts.log.warn({ witness: witness.name, reason }, 'witnesses: no cosignature')
  }

  async #ask(head: Head, witness: KnownWitness, old: number): Promise<WitnessAnswer> {
    const { transparencyLog } = this.#parts
    const proof = old === 0 ? [] : await proveConsistency(transparencyLog, old, head.size)
    return askWitness(witness, { old, proof: proof ?? [], note: head.note }, this.#stopping.signal)
  }

  /** @returns undefined where there is a cosignature now, else why there is none. */
  async #refusal(head: Head, answer: WitnessAnswer): Promise<string | undefined> {
    if (answer.state === 'failed') return answer.reason
    if (answer.state === 'at') {
      return `It has seen our log with ${answer.size} entries, which has ${head.size}: somebody shows another log in our name, or ours was put back.`
    }
    const taken = await this.#parts.cosignatures.take(head.note + answer.lines)
    return taken === 'taken' ? undefined : `Its cosignature is not right: ${taken}.`
  }
}

/**
 * A witness that is asked (c2sp.org/tlog-witness): `POST PREFIX/add-checkpoint` with the size that it
 * has, the hashes that prove the log to continue from there, and the checkpoint.
 */

export type WitnessAnswer =
  /** Lines to be added to the note. */
  | { state: 'cosigned'; lines: string }
  /** It has seen the log at another size than was said. */
  | { state: 'at'; size: number }
  | { state: 'failed'; reason: string }

/** In bytes. */
const longestAnswer = 16 * 1024
const patienceMs = 20_000

/** @param old size that the witness is thought to have; 0 for none. */
export async function askWitness(
  { url = '' }: Pick<KnownWitness, 'url'>,
  { old, proof, note }: { old: number; proof: readonly Bytes[]; note: string },
  stop: AbortSignal,
): Promise<WitnessAnswer> {
  try {
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body: [`old ${old}`, ...proof.map(toBase64), '', note].join('\n'),
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(patienceMs)]),
    })
    const text = await readText(response)
    if (response.status === 200) return { state: 'cosigned', lines: text }
    if (response.status === 409) return readSize(text, response)
    const reason = reasons.get(response.status) ?? `It answered with ${response.status}.`
    return { state: 'failed', reason }
  } catch (error) {
    const { message, cause } = error as Error
    return { state: 'failed', reason: cause instanceof Error ? cause.message : message }
  }
}

const reasons = new Map([
  [403, 'It does not know the key of our log: give it the newest vkey of /log/keys.'],
  [404, 'It does not know our log: ask its operator to add it.'],
  [422, 'It does not take our proof: what it has seen is not what our log continues.'],
])

function readSize(text: string, { headers }: Response): WitnessAnswer {
  const [, digits] = /^(0|[1-9]\d{0,14})\n$/.exec(text) ?? []
  const isSize = digits !== undefined && headers.get('Content-Type') === 'text/x.tlog.size'
  return isSize
    ? { state: 'at', size: Number(digits) }
    : { state: 'failed', reason: 'It says that it has seen another log of this size.' }
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > longestAnswer) throw new RangeError('Its answer is too long.')
    parts.push(part)
  }
  return new TextDecoder().decode(concat(...parts))
}

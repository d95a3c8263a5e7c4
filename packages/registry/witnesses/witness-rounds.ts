import { toBase64 } from '@naic/ledger/format/bytes.ts'
import type { Log } from '@naic/store/log.ts'
import { RegularWork } from '@naic/store/regular-work.ts'
import { askStranger } from '@naic/ledger/watch/watched-site.ts'
import type { Head } from '../log/log-state.ts'
import { proveConsistency } from '../log/published-log.ts'
import type { TransparencyLog } from '../log/transparency-log.ts'
import type { KnownWitness, WitnessCosignatures } from './witness-cosignatures.ts'

const roundEveryMs = 3 * 60_000

/**
 * After this a witness is asked again for a checkpoint that it cosigned: pages count what was signed
 * within a day, and the log may not change for weeks.
 */
const askAgainMs = 6 * 60 * 60_000

type Parts = {
  transparencyLog: Pick<TransparencyLog, 'head' | 'tree'>
  cosignatures: WitnessCosignatures
  log: Log
}

/**
 * Every few minutes shows the newest checkpoint to each witness that has an address and has not
 * cosigned it within some hours. Nothing waits for them: a witness that does not cosign is a line of the log.
 */
export class WitnessRounds extends RegularWork<Parts> {
  constructor(parts: Parts) {
    const failed = 'witnesses: the round broke off'
    super(parts, { firstAfterMs: { least: 0, most: 1 }, everyMs: roundEveryMs, failed })
  }

  protected async work(_rest: () => Promise<void>, stop: AbortSignal): Promise<void> {
    const { transparencyLog, cosignatures } = this.parts
    const asked = cosignatures.witnesses.filter(({ url }) => url !== undefined)
    if (asked.length === 0) return
    const head = await transparencyLog.head()
    const newest = await cosignatures.newest()
    const ask = async (witness: KnownWitness) => {
      const { size = 0, time = '' } = newest.find(({ vkey }) => vkey === witness.vkey) ?? {}
      const isRecent = Date.now() - Date.parse(time) < askAgainMs
      if (size < head.size || !isRecent) await this.#show(head, witness, size, stop)
    }
    await Promise.all(asked.map(ask))
  }

  async #show(head: Head, witness: KnownWitness, seen: number, stop: AbortSignal): Promise<void> {
    let answer = await this.#ask(head, witness, seen, stop)
    // What it saw last may not have reached us, or may be of another copy of the program.
    if (answer.state === 'at' && answer.size <= head.size && answer.size !== seen) {
      answer = await this.#ask(head, witness, answer.size, stop)
    }
    const reason = await this.#refusal(head, answer)
    if (reason) this.parts.log.warn({ witness: witness.name, reason }, 'witnesses: no cosignature')
  }

  /** Asks as c2sp.org/tlog-witness says. @param old size that it is thought to have; 0 for none. */
  async #ask(head: Head, { url }: KnownWitness, old: number, stop: AbortSignal): Promise<Answer> {
    const proof = old > 0 && (await proveConsistency(this.parts.transparencyLog, old, head.size))
    const lines = [`old ${old}`, ...(proof || []).map(toBase64), '', head.note]
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
    const request = { method: 'POST', headers, body: lines.join('\n') }
    const limits = { longest: longestAnswer, patienceMs, end: stop }
    return askStranger(`${url}/add-checkpoint`, { ...request, ...limits }).then(
      readAnswer,
      (error: Error) => ({ state: 'failed', reason: error.message }),
    )
  }

  /** @returns undefined if there is a cosignature, or another copy gets it; else why there is none. */
  async #refusal(head: Head, answer: Answer): Promise<string | undefined> {
    if (answer.state === 'failed') return answer.reason
    if (answer.state === 'at') {
      const { size } = await this.parts.transparencyLog.head()
      // Another copy has added to it meanwhile, and shows that.
      if (answer.size > head.size && answer.size <= size) return undefined
      return `It has seen our log with ${answer.size} entries, which has ${size}: somebody shows another log in our name, or ours was put back.`
    }
    const taken = await this.parts.cosignatures.take(head.note + answer.lines)
    return taken === 'taken' ? undefined : `Its cosignature is not right: ${taken}.`
  }
}

/** In bytes. */
const longestAnswer = 16 * 1024
const patienceMs = 20_000

type Answer =
  /** Lines to be added to the note. */
  | { state: 'cosigned'; lines: string }
  /** It has seen the log at another size than we said. */
  | { state: 'at'; size: number }
  | { state: 'failed'; reason: string }

async function readAnswer(answer: Response): Promise<Answer> {
  const { status, headers } = answer
  const text = await answer.text()
  if (status === 200) return { state: 'cosigned', lines: text }
  if (status !== 409) {
    return { state: 'failed', reason: reasons.get(status) ?? `It answered with ${status}.` }
  }
  const [, digits] = /^(0|[1-9]\d{0,14})\n$/.exec(text) ?? []
  return digits !== undefined && headers.get('Content-Type') === 'text/x.tlog.size'
    ? { state: 'at', size: Number(digits) }
    : { state: 'failed', reason: 'It says that it has seen another log of this size.' }
}

const reasons = new Map([
  [403, 'It does not know the key of our log: give it the newest vkey of /log/keys.'],
  [404, 'It does not know our log: ask its operator to add it.'],
  [422, 'It does not take our proof: what it has seen is not what our log continues.'],
])

import { type Bytes, concat, toBase64 } from '#credential/bytes.ts'
import type { KnownWitness } from './witness-cosignatures.ts'

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

import { ashasParts, textPart } from './ashas-form.ts'
import { ravi } from './ravis-message.ts'
import { applyApi, boundary, multipart, rightType } from './start-api.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { RawConnection } from './run-server.ts'

/** Both forms, and both ways into each. */
export const waysIn = [applyApi, '/apply', '/api/contact/', '/contact']

/** Whom the log of a proxy in front would name for all of this. */
export const attacker = '203.0.113.66'

/** One or more requests, as bytes on a connection of their own. */
export type HostileRequest = {
  /** Sent one after another, with so much time between them. */
  pieces: Buffer[]
  pauseMs?: number | undefined
  /** Whether the server may rightly wait for more; the sender then says that there is none. */
  isCut?: boolean
}

const messageParts = () => Object.entries(ravi).map(([name, value]) => textPart(name, value))

export const rightParts = (way: string) =>
  way.includes('contact') ? messageParts() : [...ashasParts(), textPart('agreeToTerms', 'on')]

export const rightBody = (way: string) => multipart(rightParts(way), boundary)

export type Head = {
  method?: string
  version?: string
  /** Undefined for the body's own; null for none. */
  length?: number | null
  type?: string | null
  host?: string
  /** Whom the proxy names. */
  from?: string
  lines?: readonly string[]
}

/** The head and the body of a request in which anything may be wrong. */
export function request(target: string, body: Buffer, head: Head = {}): Buffer {
  const { method = 'POST', version = 'HTTP/1.1', host = 'localhost', lines = [] } = head
  const { from = attacker, length = body.length, type = rightType } = head
  const all = [
    `${method} ${target} ${version}`,
    `Host: ${host}`,
    `X-Forwarded-For: ${from}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...lines,
  ]
  return Buffer.concat([Buffer.from(`${all.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

/** For failures: the bytes as they may be put into a test again. */
export const inWords = ({ pieces }: HostileRequest) => {
  const words = JSON.stringify(pieces.map((piece) => piece.toString('latin1')))
  return words.length > 6_000 ? `${words.slice(0, 3_000)} … ${words.slice(-3_000)}` : words
}

/** Nobody is kept waiting for longer, on a machine that has much else to do. */
const answerWithinMs = 120_000

/** Asks for an answer of its own: behind a request that was read to its end, and only there. */
const lastRequest = 'GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/**
 * Sends a request on a connection of its own, as slowly as it says, and hears all that is answered.
 * Where the connection stays open after the answer, it must be good for another request.
 *
 * @throws where nobody answers and nobody closes the connection, and where what comes is no answer.
 */
export async function exchange(url: string, sent: HostileRequest): Promise<Answer[]> {
  const connection = await RawConnection.open(url)
  try {
    for (const piece of sent.pieces) {
      connection.send(piece)
      if (sent.pauseMs !== undefined) await sleep(sent.pauseMs)
    }
    if (sent.isCut) connection.socket.end()
    else {
      await answerOf(connection)
      connection.send(lastRequest)
    }
    if (!(await connection.closedWithin(answerWithinMs))) throw new Error('Answered, not closed.')
    return readAnswers(connection.heard).filter(({ status }) => status >= 200)
  } catch (error) {
    const heard = connection.heard.toString('latin1', 0, 1_000)
    throw new Error(
      `${(error as Error).message}\nheard: ${JSON.stringify(heard)}\nsent: ${inWords(sent)}`,
      { cause: error },
    )
  } finally {
    connection.socket.destroy()
  }
}

/** @returns once a final answer began, or the connection was closed. */
async function answerOf(connection: RawConnection): Promise<void> {
  const until = performance.now() + answerWithinMs
  while (!connection.socket.closed && !beginsWithAnswer(connection.heard)) {
    if (performance.now() > until) throw new Error('Neither answered nor closed.')
    await sleep(5)
  }
}

/** After any "100 Continue", which answers nothing. */
const beginsWithAnswer = (heard: Buffer) =>
  /^(HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)*HTTP\/1\.1 [2-5]\d\d [^]*?\r\n\r\n/.test(
    heard.toString('latin1', 0, 16_384),
  )

export type Answer = {
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
  /** False where the connection ended in the middle of it. */
  isWhole: boolean
}

const headEnd = '\r\n\r\n'

/**
 * Takes apart all that came over a connection, as strictly as a proxy would: bytes that no answer
 * announces are how an answer is smuggled.
 *
 * @throws if something else comes in place of an answer.
 */
export function readAnswers(bytes: Buffer): Answer[] {
  const answers: Answer[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(headEnd, at)
    if (end < 0) break
    const head = readHead(bytes.toString('latin1', at, end))
    const hasBody = head.status >= 200 && head.status !== 204 && head.status !== 304
    const { body, isWhole, next } = hasBody
      ? readBody(bytes, end + headEnd.length, head.headers)
      : { body: Buffer.alloc(0), isWhole: true, next: end + headEnd.length }
    answers.push({ ...head, body, isWhole })
    at = next
  }
  return answers
}

function readHead(text: string): Pick<Answer, 'status' | 'headers'> {
  const [first = '', ...lines] = text.split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  if (!status) throw new Error(`This is no answer: ${JSON.stringify(text.slice(0, 500))}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`This is no header: ${JSON.stringify(line)}`)
    headers.set(name.toLowerCase(), value)
  }
  return { status, headers }
}

function readBody(bytes: Buffer, start: number, headers: ReadonlyMap<string, string>) {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, start)
  const length = headers.get('content-length')
  const next = length === undefined ? bytes.length : start + Number(length)
  return { body: bytes.subarray(start, next), isWhole: next <= bytes.length, next }
}

function readChunks(bytes: Buffer, start: number) {
  const chunks: Buffer[] = []
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.toString('latin1', at, Math.max(at, lineEnd)), 16)
    const next = lineEnd + 2 + length + 2
    const isWhole = lineEnd >= 0 && next <= bytes.length
    if (!isWhole || length === 0) {
      return { body: Buffer.concat(chunks), isWhole, next: isWhole ? next : bytes.length }
    }
    chunks.push(bytes.subarray(lineEnd + 2, next - 2))
    at = next
  }
}

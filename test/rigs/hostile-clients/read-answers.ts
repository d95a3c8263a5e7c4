/** An answer of the server, read from the bytes of a connection. */
export type Answer = {
  status: number
  /** Names in small letters. */
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
 * @param isHead whether the first answer is one to HEAD, which announces a body and has none.
 * @throws where something stands in the place of an answer that is none.
 */
export function readAnswers(bytes: Buffer, isHead = false): Answer[] {
  const answers: Answer[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(headEnd, at)
    if (end < 0) break
    const head = readHead(bytes.toString('latin1', at, end))
    const isFinal = head.status >= 200
    const hasBody = isFinal && head.status !== 204 && head.status !== 304
    const expectsBody = hasBody && !(isHead && !answers.some(({ status }) => status >= 200))
    const { body, isWhole, next } = expectsBody
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

export type Part = {
  /** Empty if the part has none. */
  name: string
  /** Undefined for a plain field. */
  fileName: string | undefined
  /** In small letters; 'text/plain' if none was sent. */
  type: string
  /**
   * Unread bytes are skipped before the next part. Its chunks are lent, each until the next is asked for: whoever
   * wants more of them copies.
   */
  content: AsyncIterable<Buffer>
}

/** A body that is not multipart, or ends too early. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
}

const crlf = '\r\n'
const mostHeaderBytes = 8 * 1024
const longestBoundary = 200

/** @returns the boundary in a Content-Type, or undefined if it has no usable one. */
export function boundaryOf(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2]
  return boundary && boundary.length <= longestBoundary ? boundary : undefined
}

/**
 * Reads a multipart body as it streams in (RFC 2046, section 5.1, as RFC 7578 uses it), and holds one
 * chunk of it. It only pulls: when the reader stops, nothing goes on by itself.
 *
 * @throws MalformedBody; and whatever `source` throws.
 */
export async function* readParts(
  source: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<Part> {
  const body = new BodyReader(source, Buffer.from(`${crlf}--${boundary}`))
  await body.skipToDelimiter()
  while (await body.anotherPartFollows()) {
    const described = describePart(await body.headers())
    yield { ...described, content: body.content() }
    await body.skipToDelimiter()
  }
}

class BodyReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  /** Begins with a line break, since the first delimiter needs none before it. */
  #unread: Buffer = Buffer.from(crlf)
  #inContent = true
  /** What the unread bytes are of, and the chunk that was given out last. */
  #lent: Buffer | undefined

  constructor(source: AsyncIterable<Buffer>, delimiter: Buffer) {
    this.#chunks = source[Symbol.asyncIterator]()
    this.#delimiter = delimiter
  }

  /** The bytes before the next delimiter, which is read as well. */
  async *content(): AsyncGenerator<Buffer> {
    while (this.#inContent) {
      const at = this.#unread.indexOf(this.#delimiter)
      const until = at >= 0 ? at : this.#lengthBeforeHalfDelimiter()
      const bytes = this.#unread.subarray(0, until)
      this.#inContent = at < 0
      this.#unread = this.#unread.subarray(at >= 0 ? at + this.#delimiter.length : until)
      if (bytes.length > 0) yield bytes
      else if (this.#inContent) await this.#readMore()
    }
  }

  /** The last bytes may be the beginning of a delimiter. */
  #lengthBeforeHalfDelimiter(): number {
    const { length } = this.#unread
    let at = Math.max(0, length - this.#delimiter.length + 1)
    for (; at < length; at += 1) {
      at = this.#unread.indexOf(crlf.charCodeAt(0), at)
      if (at < 0) return length
      if (this.#unread.compare(this.#delimiter, 0, length - at, at) === 0) return at
    }
    return length
  }

  async skipToDelimiter(): Promise<void> {
    const rest = this.content()
    while (!(await rest.next()).done);
  }

  /** After a delimiter: two hyphens end the body, a line break begins a part. */
  async anotherPartFollows(): Promise<boolean> {
    while (this.#unread.length < 2) await this.#readMore()
    const next = this.#unread.toString('latin1', 0, 2)
    if (next !== crlf && next !== '--') throw new MalformedBody('Neither a part nor the end.')
    return next === crlf
  }

  /** The lines up to the first empty one. */
  async headers(): Promise<string[]> {
    let end = this.#unread.indexOf(crlf + crlf)
    while (end < 0) {
      if (this.#unread.length > mostHeaderBytes) throw new MalformedBody('Endless headers.')
      await this.#readMore()
      end = this.#unread.indexOf(crlf + crlf)
    }
    if (end > mostHeaderBytes) throw new MalformedBody('Too long headers.')
    const text = this.#unread.toString('utf8', crlf.length, end)
    this.#unread = this.#unread.subarray(end + crlf.length * 2)
    this.#inContent = true
    return text.split(crlf)
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new MalformedBody('The body ends too early.')
    this.#unread = this.#unread.length === 0 ? value : Buffer.concat([this.#unread, value])
    giveBack(this.#lent)
    this.#lent = value
  }
}

/**
 * Frees the memory of a chunk now: garbage is collected late, and what a rush of uploads left lay scattered in
 * memory that then could not go back to the system.
 */
function giveBack(chunk: Buffer | undefined): void {
  if (chunk && chunk.length === chunk.buffer.byteLength) (chunk.buffer as ArrayBuffer).transfer(0)
}

function describePart(headers: readonly string[]): Omit<Part, 'content'> {
  const disposition = parameters(header(headers, 'content-disposition'))
  if (disposition.value !== 'form-data') throw new MalformedBody('A part of no form.')
  const { value: type } = parameters(header(headers, 'content-type'))
  return {
    name: disposition.named('name') ?? '',
    fileName: disposition.named('filename'),
    type: type || 'text/plain',
  }
}

/** @returns an empty text if there is none. */
function header(headers: readonly string[], name: string): string {
  const found = headers.filter((line) => line.toLowerCase().startsWith(`${name}:`))
  if (found.length > 1) throw new MalformedBody(`More than one ${name}.`)
  return found[0]?.slice(name.length + 1).trim() ?? ''
}

/** Takes apart a header such as `form-data; name="resume"; filename="cv.pdf"`. */
function parameters(text: string) {
  const [value = ''] = text.split(';', 1)
  const pairs = [...text.matchAll(/;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g)].map(
    ([, name = '', quoted, plain]): [string, string] => [
      name.toLowerCase(),
      quoted === undefined ? (plain ?? '') : unquote(quoted),
    ],
  )
  return {
    value: value.trim().toLowerCase(),
    /** @throws MalformedBody if it is there twice. */
    named(name: string): string | undefined {
      const found = pairs.filter(([key]) => key === name)
      if (found.length > 1) throw new MalformedBody(`More than one ${name}.`)
      return found[0]?.[1]
    },
  }
}

/**
 * Browsers write quotation marks and line breaks in names as %22, %0D and %0A, and nothing else so
 * (HTML standard, "multipart form data"); older programs put a backslash before the mark.
 */
const unquote = (quoted: string) =>
  quoted
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')

/** One part of a multipart body, as the sender describes it. */
export type Part = {
  /** Empty where the part has none. */
  name: string
  /** Undefined where the part is a plain field. */
  fileName: string | undefined
  /** Media type as sent, in small letters; 'text/plain' where none is. */
  type: string
  /** The bytes. What is not read of them is skipped before the next part. */
  content: AsyncIterable<Buffer>
}

/** A body that is not multipart, or ends too early. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
}

const crlf = '\r\n'
const mostHeaderBytes = 8 * 1024
const longestBoundary = 200

/** @returns the boundary that a Content-Type names, or undefined where it names none to go by. */
export function boundaryOf(contentType: string): string | undefined {
  const found = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2]
  return boundary && boundary.length <= longestBoundary ? boundary : undefined
}

/**
 * Reads a multipart body as it streams in (RFC 2046, section 5.1, as RFC 7578 uses it), holding no
 * more of it than one chunk. It only pulls: when whoever iterates stops, nothing goes on by itself
 * and nothing waits.
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
  /** What has arrived and is not read yet. The first delimiter needs no line break before it. */
  #unread: Buffer = Buffer.from(crlf)
  #inContent = true

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

  /** Without a delimiter, the last bytes may be the beginning of one. Mostly they are not. */
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
    await this.#skipPadding()
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

  /** Spaces and tabs that some sender in between may have put behind a delimiter. */
  async #skipPadding(): Promise<void> {
    const space = 0x20
    const tab = 0x09
    for (;;) {
      const padding = this.#unread.findIndex((byte) => byte !== space && byte !== tab)
      if (padding >= 0) {
        this.#unread = this.#unread.subarray(padding)
        return
      }
      this.#unread = Buffer.alloc(0)
      await this.#readMore()
    }
  }

  async #readMore(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new MalformedBody('The body ends too early.')
    this.#unread = this.#unread.length === 0 ? value : Buffer.concat([this.#unread, value])
  }
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

/** @returns an empty text where there is none. */
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
    /** @throws MalformedBody where it is there twice: which one counts is anybody's guess. */
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

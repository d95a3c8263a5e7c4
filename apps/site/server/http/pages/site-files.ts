import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Config } from '@naic/installation/config.ts'
import type { FromMemory } from '@naic/platform/metrics/metrics.ts'
import { acceptedEncoding, type Encoding } from '@naic/platform/web/send-compressed.ts'
import { ofAnySite } from '../api/readable.ts'
import { fetchAheadPath } from './page-headers.ts'
import { type FinishedPage, withoutSlashAtEnd } from './site.ts'
import { fork } from 'node:child_process'

/** A file that is not in the build; its headers come on top of those of every answer. */
export type MadeFile = { address: string; bytes: Buffer; headers: Record<string, string> }

/**
 * The files of the site and the pages that no request changes, in memory and answered before Fastify: one look-up
 * and one write. The start only reads the files. What takes time is done when something is first asked for, or once the server
 * rests.
 */
export class SiteFiles {
  readonly #answers = new Map<string, Answer>()
  /** By the path in small letters. */
  readonly #realPaths = new Map<string, string>()

  readonly #siteUrl: string
  /** Of every answer. */
  readonly #headers: Record<string, string>

  constructor({ siteUrl }: Pick<Config, 'siteUrl'>, headers: Record<string, string>) {
    this.#siteUrl = siteUrl
    this.#headers = headers
  }

  /** @param folder the browser's half of the build. */
  async read(folder: string): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const paths = new Set(files.map(({ parentPath, name }) => path.join(parentPath, name)))
    for (const file of paths) {
      if (file.endsWith('.br')) continue
      const name = `/${path.relative(folder, file).split(path.sep).join('/')}`
      const bytes = readFileSync(file)
      const packed = paths.has(`${file}.br`) ? readFileSync(`${file}.br`) : undefined
      const make = () => this.#contentOf(name, bytes)
      this.#add(name, new Answer('file', name, make, packed))
    }
  }

  /** Adds a file that is not in the build. */
  add({ address, bytes, headers }: MadeFile): void {
    const shared = { ...this.#headers, Vary: 'Accept-Encoding', ...headers }
    this.#add(address, new Answer('file', address, () => ({ bytes, shared })))
  }

  addPage(address: string, { html, headers }: Pick<FinishedPage, 'html' | 'headers'>): void {
    const shared = {
      ...this.#headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ...headers,
    }
    this.#add(address, new Answer('page', '.html', () => ({ bytes: Buffer.from(html), shared })))
  }

  /** @returns the tags of files and pages by their addresses, in an order that does not change. */
  tagsOf(wanted: (address: string) => boolean): Map<string, string> {
    const addresses = [...this.#answers.keys()].filter(wanted).sort()
    return new Map(addresses.map((each) => [each, this.#answers.get(each)?.content.etag ?? '']))
  }

  has(address: string): boolean {
    return this.#answers.has(address)
  }

  forget(address: string): void {
    this.#answers.delete(address)
  }

  #add(address: string, answer: Answer): void {
    this.#answers.set(address, answer)
    this.#realPaths.set(address.toLowerCase(), address)
  }

  /** Finishes what nobody has asked for yet, and packs it well, in turn. */
  pack(): void {
    packInTurn([...this.#answers.values()].filter(({ isLoose }) => isLoose))
  }

  /** @returns the real path of a file for one in any letter case. */
  realPath(pathname: string): string | undefined {
    const name = withoutSlashAtEnd(pathname)
    return this.#answers.has(name) ? pathname : this.#realPaths.get(name.toLowerCase())
  }

  /** Answers a request for this path, if there is such a file or page. @returns which of them it was. */
  answer(
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): FromMemory | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const answer = this.#answers.get(pathname)
    if (!answer) return undefined

    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (request.headers['if-none-match'] === answer.content.etag) {
      response.writeHead(304, answer.content.headersUnchanged)
      response.end()
    } else {
      const { headers, body } = answer.as(encoding)
      response.writeHead(200, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    return answer.kind
  }

  #contentOf(name: string, bytes: Buffer): Content {
    const shared = {
      ...this.#headers,
      'Content-Type': contentType(name),
      'Cache-Control': cacheControl(name),
      Vary: 'Accept-Encoding',
      // Credentials name them, and wallets that are pages draw them.
      ...(name.startsWith('/badges/') ? ofAnySite : {}),
      ...(name.endsWith('.svg') ? { 'Content-Security-Policy': policyOfPictures } : {}),
    }
    if (!/\.(txt|xml)$/.test(name)) return { bytes, shared }
    const text = bytes.toString().replaceAll(siteUrlPlaceholder, () => this.#siteUrl)
    return { bytes: Buffer.from(text), shared }
  }
}

/** An SVG may hold scripts, and a partner's logo is not ours. Opened by itself it is a document. */
const policyOfPictures = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

type Variant = { headers: string[]; body: Buffer }
/** `bytes` as they are without compression. */
type Content = { bytes: Buffer; shared: Record<string, string> }

/** A file of the site, as it is answered. What takes time is done when it is first wanted. */
class Answer {
  readonly kind: FromMemory
  readonly #isText: boolean
  readonly #packed: Buffer | undefined
  readonly #variants: Partial<Record<Encoding, Variant>> = {}
  #made: (Content & { etag: string; headersUnchanged: string[] }) | undefined
  #make: () => Content

  /** @param packed by the build, with brotli. */
  constructor(kind: FromMemory, name: string, make: () => Content, packed?: Buffer) {
    this.kind = kind
    this.#isText = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/.test(name)
    this.#packed = packed
    this.#make = make
  }

  /** The file itself, once it was made. */
  get content() {
    if (this.#made) return this.#made
    const { bytes, shared } = this.#make()
    // Nobody needs what it was made of any longer.
    this.#make = () => ({ bytes, shared })
    // Some browsers keep the old policy with an unchanged page: a new policy changes the tag.
    const policy = shared['Content-Security-Policy'] ?? ''
    const digest = createHash('sha256').update(policy).update(bytes).digest('base64url')
    const etag = `"${digest.slice(0, 22)}"`
    const headersUnchanged = Object.entries({ ...shared, ETag: etag }).flat()
    this.#made = { bytes, shared, etag, headersUnchanged }
    return this.#made
  }

  as(encoding: Encoding): Variant {
    const known = this.#variants[encoding]
    if (known) return known
    const stored = encoding === 'br' ? this.#packed : undefined
    const body = stored ?? this.#compressed(encoding)
    return body ? this.#keep(encoding, body) : this.as('identity')
  }

  #compressed(encoding: Encoding): Buffer | undefined {
    const { bytes } = this.content
    if (encoding === 'identity') return bytes
    if (!this.#isText) return undefined
    return encoding === 'br'
      ? brotliCompressSync(bytes, { params: quick(bytes) })
      : gzipSync(bytes, { level: 9 })
  }

  #keep(encoding: Encoding, body: Buffer): Variant {
    const { shared, etag } = this.content
    const own = {
      ETag: etag,
      'Content-Length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    }
    const variant = { headers: Object.entries({ ...shared, ...own }).flat(), body }
    this.#variants[encoding] = variant
    return variant
  }

  /** Whether brotli can make it smaller than {@link quick} does. */
  get isLoose(): boolean {
    return this.#isText && !this.#packed
  }

  takePacked(body: Buffer): void {
    this.#keep('br', body)
  }
}

/** Takes a millisecond and little memory, so that the first visitor does not wait. */
const quick = (bytes: Buffer) => ({
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // Looks so far back for repetitions; in many pages together, to the first.
  [constants.BROTLI_PARAM_LGWIN]: bytes.length > 2 ** 19 ? 22 : 16,
})

/** In the lists for programs and `public/robots.txt`, where the server puts its own address. */
export const siteUrlPlaceholder = 'https://site-url.invalid'

const cacheControl = (name: string) =>
  name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}
const contentType = (name: string) =>
  name === fetchAheadPath
    ? 'application/speculationrules+json'
    : (contentTypes[path.extname(name).slice(1)] ?? 'application/octet-stream')

/**
 * Packs a tenth tighter than for a first visitor. Each takes fifty milliseconds and megabytes that the
 * server would keep, hence a process that ends. If it fails, the quickly packed ones stay.
 */
function packInTurn(waiting: Answer[]): void {
  const child = fork(new URL('./packing-process.ts', import.meta.url), {
    env: {},
    serialization: 'advanced',
    execArgv: [],
    stdio: 'ignore',
  })
  // The server may end meanwhile.
  child.unref()
  child.channel?.unref()
  child.on('error', () => undefined)
  child.on('message', (packed: Uint8Array) => {
    waiting.shift()?.takePacked(Buffer.from(packed))
    next()
  })
  const next = () => {
    const [first] = waiting
    if (!child.connected) return
    if (first) child.send(first.content.bytes, () => undefined)
    else child.disconnect()
  }
  next()
}

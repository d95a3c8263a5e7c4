import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Config } from '@naic/installation/config.ts'
import type { FromMemory } from '@naic/platform/metrics/metrics.ts'
import { acceptedEncoding, type Encoding } from '@naic/platform/web/send-compressed.ts'
import { putSettings } from './finish-page.ts'
import { fork } from 'node:child_process'

/** Makes a prerendered page ready to be sent; `name` as `/about/index.html`. */
export type FinishFile = (
  name: string,
  rendered: string,
) => { html: string; headers: Record<string, string> }

/** A file that is not in the build; its headers come on top of those of every answer. */
export type MadeFile = { address: string; bytes: Buffer; headers: Record<string, string> }

/** The prerendered pages and the assets in memory, answered before Fastify: one look-up and one write. */
export class SiteFiles {
  readonly #answers = new Map<string, Answer>()
  /** By the path in small letters. */
  readonly #realPaths = new Map<string, string>()

  /**
   * @param folder the browser's half of the build.
   * @param constantHeaders go with every answer.
   * @param made files beside those in the folder.
   */
  static async load(
    folder: string,
    config: Config,
    constantHeaders: Record<string, string>,
    finish: FinishFile,
    made: readonly MadeFile[] = [],
  ): Promise<SiteFiles> {
    const site = new SiteFiles()
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    // One after the other, which needs less memory.
    for (const entry of entries) {
      if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
      const file = path.join(entry.parentPath, entry.name)
      const name = `/${path.relative(folder, file).split(path.sep).join('/')}`
      const answer = await prepare(file, name, config, constantHeaders, finish)
      site.#answers.set(addressOf(name), answer)
      site.#realPaths.set(addressOf(name).toLowerCase(), addressOf(name))
    }
    for (const { address, bytes, headers } of made) {
      const shared = { ...constantHeaders, Vary: 'Accept-Encoding', ...headers }
      site.#answers.set(address, await answerOf(address, bytes, shared))
      site.#realPaths.set(address.toLowerCase(), address)
    }
    packTightly([...site.#answers.values()].flatMap(({ packing }) => packing ?? []))
    return site
  }

  /** @returns the real path of a file for one in any letter case. */
  realPath(pathname: string): string | undefined {
    const name = withoutSlashAtEnd(pathname)
    return this.#answers.has(name) ? pathname : this.#realPaths.get(name.toLowerCase())
  }

  /** Answers the request if it asks for a file of the site. @returns which kind of file, if so. */
  answer(request: IncomingMessage, response: ServerResponse): FromMemory | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const [pathname = '', query] = (request.url ?? '').split('?', 2)
    const prepared = this.#answers.get(withoutSlashAtEnd(pathname))
    if (!prepared || (query && rendersForQuery(pathname, query))) return undefined

    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const { headers, body, etag } = prepared[encoding]
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, prepared.headersUnchanged)
      response.end()
    } else {
      response.writeHead(200, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    return prepared.kind
  }
}

/** Pages that depend on these parameters. Other parameters change nothing. */
const queryParameters: Record<string, RegExp> = {
  '/apply': /(^|&)(domain|internship)=/,
  '/internships': /(^|&)(q|category|level|weeks|compare)=/,
  '/verification': /(^|&)id=/,
}
const rendersForQuery = (pathname: string, query: string) =>
  queryParameters[withoutSlashAtEnd(pathname)]?.test(query) ?? false

/** An SVG may hold scripts, and a partner's logo is not ours. Opened by itself it is a document. */
const policyOfPictures = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

type Variant = { headers: string[]; body: Buffer; etag: string }
type Answer = Record<Encoding, Variant> & {
  headersUnchanged: string[]
  kind: FromMemory
  /** Makes the brotli variant smaller, while it is already answered. */
  packing?: Packing
}

async function prepare(
  file: string,
  name: string,
  config: Config,
  constantHeaders: Record<string, string>,
  finish: FinishFile,
): Promise<Answer> {
  const shared: Record<string, string> = {
    ...constantHeaders,
    'Content-Type': contentType(name),
    'Cache-Control': cacheControl(name),
    Vary: 'Accept-Encoding',
    ...(name.endsWith('.svg') ? { 'Content-Security-Policy': policyOfPictures } : {}),
  }
  let bytes: Buffer
  if (name.endsWith('.html')) {
    const page = finish(name, await readFile(file, 'utf8'))
    bytes = Buffer.from(page.html)
    Object.assign(shared, page.headers)
  } else if (/\.(txt|xml)$/.test(name)) {
    bytes = Buffer.from(putSettings(await readFile(file, 'utf8'), config))
  } else {
    bytes = await readFile(file)
  }
  return answerOf(file, bytes, shared)
}

/** @param file its path, beside which the build may have put it compressed. */
async function answerOf(
  file: string,
  bytes: Buffer,
  shared: Record<string, string>,
): Promise<Answer> {
  // Some browsers keep the old policy with an unchanged page: a new policy changes the tag.
  const policy = shared['Content-Security-Policy'] ?? ''
  const digest = createHash('sha256').update(policy).update(bytes).digest('base64url')
  const etag = `"${digest.slice(0, 22)}"`
  const variant = (encoding: Encoding, body: Buffer): Variant => ({
    headers: Object.entries({
      ...shared,
      ETag: etag,
      'Content-Length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    }).flat(),
    body,
    etag,
  })
  const { br, gz, isQuick } = await compressed(file, bytes)
  const identity = variant('identity', bytes)
  const answer: Answer = {
    identity,
    br: br ? variant('br', br) : identity,
    gzip: gz ? variant('gzip', gz) : identity,
    headersUnchanged: Object.entries({ ...shared, ETag: etag }).flat(),
    kind: file.endsWith('.html') ? 'page' : 'file',
  }
  if (isQuick) answer.packing = { bytes, take: (body) => void (answer.br = variant('br', body)) }
  return answer
}

/** Takes a millisecond and little memory, so that the site can start. */
const quick = (bytes: Buffer) => ({
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // Looks so far back for repetitions; in many pages together, to the first.
  [constants.BROTLI_PARAM_LGWIN]: bytes.length > 2 ** 19 ? 22 : 16,
})

/** The build compresses assets. Pages are final only with the settings in them. */
async function compressed(
  file: string,
  bytes: Buffer,
): Promise<{ br?: Buffer; gz?: Buffer; isQuick?: boolean }> {
  if (!/\.(html|js|css|svg|json|txt|xml|data|webmanifest)$/.test(file)) return {}
  const stored = await Promise.allSettled([readFile(`${file}.br`), readFile(`${file}.gz`)])
  const [br, gz] = stored.map((result) =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  return {
    br: br ?? brotliCompressSync(bytes, { params: quick(bytes) }),
    gz: gz ?? gzipSync(bytes, { level: 9 }),
    isQuick: !br,
  }
}

/** `/about/index.html` answers `/about`, and `/index.html` answers `/`. */
const addressOf = (name: string) => withoutSlashAtEnd(name.replace(/(^|\/)index\.html$/, '$1'))

const withoutSlashAtEnd = (pathname: string) => pathname.replace(/(?<=.)\/$/, '')

const cacheControl = (name: string) => {
  if (name.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // Fetched when a link is touched, used when it is followed.
  if (name.endsWith('.data')) return 'public, max-age=60'
  return name.endsWith('.html') ? 'no-cache' : 'public, max-age=3600'
}

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  data: 'text/x-script; charset=utf-8',
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
  contentTypes[path.extname(name).slice(1)] ?? 'application/octet-stream'

/** `take` gets the packed bytes. */
type Packing = { bytes: Buffer; take: (packed: Buffer) => void }

/** A server that has just started is busy, and one that ends soon does not need it. */
const restMs = 2_000

/**
 * Packs a tenth tighter than at the start. Each takes fifty milliseconds and megabytes that the server
 * would keep, hence a process that ends. If it fails, the quickly packed ones stay.
 */
function packTightly(all: readonly Packing[]): void {
  if (all.length > 0) setTimeout(() => packInTurn([...all]), restMs).unref()
}

function packInTurn(waiting: Packing[]): void {
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
    waiting.shift()?.take(Buffer.from(packed))
    next()
  })
  const next = () => {
    const [first] = waiting
    if (!child.connected) return
    if (first) child.send(first.bytes, () => undefined)
    else child.disconnect()
  }
  next()
}

import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { acceptedEncoding, type Encoding } from '@naic/house/web/send-compressed.ts'
import { ofAnySite } from '../api/readable.ts'
import { fetchAheadPath } from './page-headers.ts'

type FromMemory = 'page' | 'file'

/** A file or a page as it is answered from memory. Text is kept only compressed: nearly every client takes that. */
export type Kept = { kind: FromMemory; etag: string; headers: string[]; bodies: Bodies }
type Bodies = { identity: Buffer } | { br: Buffer; gzip: Buffer }
type Headers = Record<string, string>

function keep(kind: FromMemory, own: Headers, bytes: Buffer, bodies: Bodies): Kept {
  // Some browsers keep the old policy with an unchanged page: a new policy changes the tag.
  const policy = own['Content-Security-Policy'] ?? ''
  const digest = createHash('sha256').update(policy).update(bytes).digest('base64url')
  const etag = `"${digest.slice(0, 22)}"`
  const headers = Object.entries({ ...own, Vary: 'Accept-Encoding', ETag: etag }).flat()
  return { kind, etag, headers, bodies }
}

/** Compresses it in a millisecond, so that the first visitor does not wait. */
export function keepText(kind: FromMemory, text: string, headers: Headers): Kept {
  const bytes = Buffer.from(text)
  const bodies = { br: brotliCompressSync(bytes, quick), gzip: gzipSync(bytes) }
  return keep(kind, headers, bytes, bodies)
}

/** Enough for a first visitor. A larger window takes megabytes. */
const quick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/**
 * Compresses texts a tenth tighter. Each takes a tenth of a second, and megabytes that the server would keep:
 * hence a process that ends.
 */
export async function packTightly(texts: Iterable<Kept>): Promise<void> {
  const child = fork(new URL('./packing-process.ts', import.meta.url), {
    env: {},
    serialization: 'advanced',
    execArgv: [],
    stdio: 'ignore',
  })
  // The server may end meanwhile.
  child.unref()
  child.channel?.unref()
  for (const { bodies } of texts) {
    if ('identity' in bodies) continue
    child.send(bodies.gzip)
    const [packed] = (await once(child, 'message')) as [Uint8Array]
    bodies.br = Buffer.from(packed)
  }
  child.disconnect()
}

/** Sends it as `request` takes it: one write, with all headers. */
export function sendKept(kept: Kept, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match'] === kept.etag) {
    response.writeHead(304, kept.headers).end()
    return
  }
  const [encoding, body] = bodyFor(kept.bodies, request.headers['accept-encoding'])
  const own = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  response.writeHead(200, [...kept.headers, 'Content-Length', String(body.length), ...own])
  response.end(request.method === 'HEAD' ? undefined : body)
}

function bodyFor(bodies: Bodies, accepted: string | undefined): [Encoding, Buffer] {
  if ('identity' in bodies) return ['identity', bodies.identity]
  const encoding = acceptedEncoding(accepted)
  return [encoding, encoding === 'identity' ? gunzipSync(bodies.gzip) : bodies[encoding]]
}

/** In the lists for programs and `public/robots.txt`, where the server puts its own address. */
export const siteUrlPlaceholder = 'https://site-url.invalid'

/**
 * Reads all files at the start, so that a newer build cannot mix with them.
 *
 * @param folder the browser's half of the build.
 * @param common headers of every answer.
 * @returns the files by their addresses.
 */
export async function readSiteFiles(
  folder: string,
  siteUrl: string,
  common: Headers,
): Promise<Map<string, Kept>> {
  const names = new Set(await readdir(folder, { recursive: true }))
  const read = (name: string) => readFile(path.join(folder, name))
  const keepFile = async (name: string): Promise<Kept> => {
    const headers = { ...common, ...headersOf(`/${name}`) }
    if (names.has(`${name}.br`)) {
      const bodies = { br: await read(`${name}.br`), gzip: await read(`${name}.gz`) }
      return keep('file', headers, bodies.br, bodies)
    }
    const bytes = await read(name)
    if (!/\.(txt|xml)$/.test(name)) return keep('file', headers, bytes, { identity: bytes })
    const text = bytes.toString().replaceAll(siteUrlPlaceholder, () => siteUrl)
    return keepText('file', text, headers)
  }
  // A folder's name has no dot.
  const served = [...names].filter((name) => /\.(?!br$|gz$)\w+$/.test(name)).sort()
  return new Map(
    await Promise.all(served.map(async (name) => [`/${name}`, await keepFile(name)] as const)),
  )
}

const headersOf = (address: string): Headers => ({
  'Content-Type':
    address === fetchAheadPath
      ? 'application/speculationrules+json'
      : (contentTypes[path.extname(address)] ?? 'application/octet-stream'),
  'Cache-Control': address.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600',
  // Credentials name them, and wallets that are pages draw them.
  ...(address.startsWith('/badges/') ? ofAnySite : {}),
  ...(address.endsWith('.svg') ? { 'Content-Security-Policy': policyOfPictures } : {}),
})

/** An SVG may hold scripts, and a partner's logo is not ours. Opened by itself it is a document. */
const policyOfPictures = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

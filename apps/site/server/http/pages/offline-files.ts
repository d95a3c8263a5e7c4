import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '@naic/house/config.ts'

/** Where browsers fetch the worker that opens the site without a network (decision 095). */
export const workerAddress = '/service-worker.js'

/** What every browser keeps. The last two stand for pages that it has not. */
export const keptPages = [
  '/',
  '/internships',
  '/apply',
  '/contact',
  '/hi',
  '/verification',
  '/offline',
  '/offline/certificate',
]

/** Scripts, the sheet, fonts and drawings of all pages, since a page that is opened is kept as well. */
export const isKeptFile = (address: string) => /^\/(assets|partners)\//.test(address)

export const workerHeaders = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'no-cache',
  // It may reach this site and nothing else.
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
}

/**
 * The worker, with what it is to keep written above its script (`apps/site/public/service-worker.js`).
 *
 * @param folder the browser's half of the build.
 * @param tags each with its address, of all that is kept: another tag makes another version.
 */
export async function workerScript(
  folder: string,
  { offlinePages }: Pick<Config, 'offlinePages'>,
  tags: [address: string, tag: string][],
): Promise<string> {
  if (!offlinePages) return forgetting
  const script = await readFile(folder + workerAddress, 'utf8')
  const all = JSON.stringify(tags) + script
  const version = createHash('sha256').update(all).digest('base64url').slice(0, 22)
  const files = tags.map(([address]) => address).filter(isKeptFile)
  return `const version = '${version}'
const pages = ${JSON.stringify(keptPages)}
const files = ${JSON.stringify(files)}
${script}`
}

/** Takes the place of a worker that browsers have from before OFFLINE_PAGES=off, and removes it. */
const forgetting = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(forget()))
async function forget() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

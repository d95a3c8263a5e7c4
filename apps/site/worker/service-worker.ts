import {
  addressOfKept,
  dayPlaceholder,
  type KeptPages,
  offlinePages,
  versionOf,
  versionPlaceholder,
} from './kept-pages.ts'

/**
 * Opens the site without a network (docs/decisions/095-pages-without-a-network.md). It keeps what the
 * server made at its start and nothing that a visitor did: no form, no certificate, no answer of the
 * API passes through here into the cache.
 */

/** What is used of the types that browsers give a worker, which TypeScript has only instead of the page's. */
type WaitingEvent = Event & { waitUntil(work: Promise<unknown>): void }
type AskingEvent = WaitingEvent & {
  request: Request
  /** The page, asked for while the worker starts; undefined if the browser cannot do that. */
  preloadResponse: Promise<Response | undefined> | undefined
  respondWith(answer: Promise<Response>): void
}
declare const self: {
  addEventListener(name: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(name: 'fetch', listener: (event: AskingEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
  location: Location
}

const beginning = 'kept-'
const ourCache = beginning + versionPlaceholder

/** So long a page may take on a slow line before the kept one is shown. */
const patienceMs = 3_500

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event, withoutSlash(pathname)))
  else if (/\.(js|css|woff2|svg)$/.test(pathname)) event.respondWith(answerFile(request, pathname))
})

/** All is kept, or nothing: a worker whose installation fails is never used. */
async function install(): Promise<void> {
  try {
    await keep(await fetchKept())
  } catch (error) {
    await caches.delete(ourCache)
    throw error
  }
  await self.skipWaiting()
}

/** @throws if it did not come whole, or is another server's that has not been updated yet. */
async function fetchKept(): Promise<KeptPages> {
  // The cache of the worker is enough.
  const answer = await fetch(addressOfKept(versionPlaceholder), { cache: 'no-store' })
  const bytes = await answer.arrayBuffer()
  if ((await versionOf(bytes)) !== versionPlaceholder) throw new Error('not what was to be kept')
  return JSON.parse(new TextDecoder().decode(bytes)) as KeptPages
}

async function keep({ headers, pages, files }: KeptPages): Promise<void> {
  const cache = await caches.open(ourCache)
  await Promise.all(files.map((file) => keepFile(cache, file)))
  const day = new Date().toLocaleDateString('en-IN', { dateStyle: 'long' })
  for (const [path, { policy, html }] of Object.entries(pages)) {
    const answer = new Response(html.replaceAll(dayPlaceholder, day), {
      headers: { ...headers, 'Content-Security-Policy': policy },
      ...(Object.values(offlinePages).includes(path) ? { status: 503 } : {}),
    })
    await cache.put(path, answer)
  }
}

/** Most are in the browser's own cache, or in that of the version before. */
async function keepFile(cache: Cache, file: string): Promise<void> {
  const answer = (file.startsWith('/assets/') && (await caches.match(file))) || (await fetch(file))
  if (answer.status !== 200) throw new Error(`${file}: ${answer.status}`)
  await cache.put(file, answer)
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(beginning) && name !== ourCache)
  await Promise.all(others.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

const keptAt = async (path: string) => (await caches.open(ourCache)).match(path)

/** The server's page, if it comes in time; else the kept one, or one that says what is the matter. */
async function answerPage(event: AskingEvent, path: string): Promise<Response> {
  const live = askServer(event)
  const kept = await keptAt(path)
  const answer = await (kept && !asksAgain(event.request) ? inTime(live) : live).catch(
    () => undefined,
  )
  if (answer && !(kept && isDown(answer))) return answer
  const { any, certificate } = offlinePages
  return kept ?? (await keptAt(isOfCertificate(path) ? certificate : any)) ?? Response.error()
}

async function askServer({ request, preloadResponse }: AskingEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

/** A name of a file has a digest in it, or the file changes with what is kept. */
const answerFile = async (request: Request, path: string): Promise<Response> =>
  (await keptAt(path)) ?? fetch(request)

const inTime = (answer: Promise<Response>): Promise<Response> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => void setTimeout(() => reject(new Error('late')), patienceMs)),
  ])

/** Whoever reloads a page, or follows its link to itself, does not want the kept copy again. */
const asksAgain = ({ cache, referrer, url }: Request): boolean =>
  cache !== 'default' || referrer === url

/** What a proxy answers if the server behind it is away. */
const isDown = ({ status }: Response): boolean => status >= 502 && status <= 504

const isOfCertificate = (path: string): boolean => /^\/(verify|verification)(\/|$)/i.test(path)

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

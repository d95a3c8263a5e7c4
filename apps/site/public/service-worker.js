/*
 * Opens the site without a network (docs/decisions/095-pages-without-a-network.md). The server writes above
 * this what it keeps, `pages` and `files`, and the `version` of that (server/http/pages/offline-files.ts).
 */
const cacheName = `kept-${version}`

/** So long a page may take on a slow line before the kept one is shown. */
const patienceMs = 3_500

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(takeOver()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event, withoutSlash(pathname)))
  else if (files.includes(pathname)) event.respondWith(answerFile(request, pathname))
})

/** All is kept, or nothing: a worker whose installation fails is never used. */
async function install() {
  try {
    const cache = await caches.open(cacheName)
    await cache.addAll([...pages, ...files])
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
  await skipWaiting()
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
  await registration.navigationPreload?.enable()
  await clients.claim()
}

const keptAt = (path) => caches.match(path, { cacheName })

/** The server's page, if it comes in time; else the kept one, or one that says what is the matter. */
async function answerPage(event, path) {
  const live = askServer(event)
  // Also what comes too late to be shown now.
  event.waitUntil(live.then((answer) => keep(event.request, answer)).catch(() => undefined))
  const kept = await keptAt(path)
  const answer = await Promise.race(kept ? [live, patience()] : [live]).catch(() => undefined)
  if (answer && !(kept && isDown(answer))) return answer
  const instead = /^\/verif(y|ication)\b/i.test(path) ? '/offline/certificate' : '/offline'
  return kept ?? (await keptAt(instead)) ?? Response.error()
}

/** The browser may have asked for the page while the worker started. */
const askServer = async ({ request, preloadResponse }) =>
  (await preloadResponse) ?? fetch(request)

const patience = () => new Promise((resolve) => setTimeout(resolve, patienceMs))

/** What a proxy answers if the server behind it is away. */
const isDown = ({ status }) => status >= 502 && status <= 504

/** Keeps a page that was opened, unless it was made for this one visitor, as that of a certificate. */
async function keep({ url }, answer) {
  const { pathname, search } = new URL(url)
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html')
  const isForOne = /private|no-store/.test(answer.headers.get('Cache-Control'))
  if (answer.status !== 200 || search || !isPage || isForOne) return
  const copy = answer.clone()
  // It is gone once a newer worker has taken over.
  if (!(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  await cache.put(withoutSlash(pathname), copy)
}

const answerFile = async (request, path) => (await keptAt(path)) ?? fetch(request)

const withoutSlash = (path) => path.replace(/(?<=.)\/$/, '')

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RenderedPage } from '#app/render-page.tsx'
import words from '@naic/content/en/offline.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { internships } from '@naic/content/internships-on-disk.ts'
import { translatedPages } from '@naic/content/languages.ts'
import type { Config } from '@naic/installation/config.ts'
import {
  addressOfKept,
  dayPlaceholder,
  type KeptPages,
  offlinePages,
  versionOf,
  versionPlaceholder,
} from '#worker/kept-pages.ts'
import type { PageRenderer } from './page-renderer.ts'
import { finishPage } from './site.ts'
import type { MadeFile } from './site-files.ts'

/** @param build the build's folder. */
export const workerPath = (build: string) => path.join(build, 'service-worker.js')

type Kept = Pick<PageRenderer, 'scriptsOf'> & {
  /** Of every answer. */
  headers: Record<string, string>
  /** Renders a page that no request changes. */
  render: (path: string) => Promise<RenderedPage>
}

/**
 * The worker that opens the site without a network, and what it keeps (decision 095). The pages have
 * the settings in them, so they can be packed only now: one file, since they share most of their text.
 *
 * @param build the build's folder.
 */
export async function offlineFiles(build: string, config: Config, site: Kept): Promise<MadeFile[]> {
  if (!config.offlinePages) return [workerFile(forgetting)]
  const kept = Buffer.from(JSON.stringify(await keptPages(`${build}/client`, config, site)))
  const version = await versionOf(kept)
  const worker = await readFile(workerPath(build), 'utf8')
  return [
    workerFile(worker.replaceAll(versionPlaceholder, version)),
    {
      address: addressOfKept(version),
      bytes: kept,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    },
  ]
}

/** The worker itself may reach this site and nothing else. */
const workerFile = (script: string): MadeFile => ({
  address: '/service-worker.js',
  bytes: Buffer.from(script),
  headers: {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  },
})

/** Takes the place of a worker that browsers have from before OFFLINE_PAGES=off, and removes it. */
const forgetting = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(forget()))
async function forget() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

async function keptPages(
  folder: string,
  config: Config,
  { headers, render, scriptsOf }: Kept,
): Promise<KeptPages> {
  const kept: KeptPages = {
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
    pages: {},
    files: [],
  }
  const files = new Set<string>()
  for (const address of keptAddresses) {
    const page = await render(address)
    const isCopy = !Object.values(offlinePages).includes(address)
    const { html, headers: own } = finishPage(
      {
        ...page,
        // The sheet is kept once for all pages, and is there as soon as they are.
        before: page.before + (/<link rel="stylesheet"[^>]*>/.exec(page.after)?.[0] ?? ''),
        after: isCopy ? markedAsCopy(page.after) : page.after,
      },
      '',
      config,
    )
    kept.pages[address] = { policy: own['Content-Security-Policy'] ?? '', html }
    for (const [file] of html.matchAll(ownFile)) files.add(file)
    for (const [, island = ''] of html.matchAll(/data-island="(\w+)"/g))
      scriptsOf(island).forEach((script) => files.add(script))
  }
  kept.files = await withWhatTheyLoad(folder, files)
  return kept
}

/** The catalogue, what leads to it and from it, whom to ask, and what stands for pages that are not kept. */
const keptAddresses = [
  '/',
  '/internships',
  ...internships.map(({ id }) => `/internships/${id}`),
  '/apply',
  '/contact',
  ...translatedPages.filter(({ twin }) => twin === '/').map((page) => page.path),
  ...Object.values(offlinePages),
]

const ownFile = /(?<=["(])\/[\w./-]+\.(?:js|css|woff2|svg)(?=[")])/g

/**
 * @param named files that pages name.
 * @returns them, the scripts that a page's script loads when they are needed, and the drawings that it
 *   refers to after a link.
 */
async function withWhatTheyLoad(folder: string, named: ReadonlySet<string>): Promise<string[]> {
  const all = new Set(named)
  // This also visits what is added on the way.
  for (const file of all) {
    // The entry names the islands of all pages.
    if (!file.endsWith('.js') || file.includes('/islands-')) continue
    const script = await readFile(folder + file, 'utf8')
    for (const [, loaded] of script.matchAll(/import\(\s*[`"']\.\/([\w.-]+\.js)[`"']\s*\)/g)) {
      all.add(`/assets/${loaded}`)
    }
    for (const [drawings] of script.matchAll(/\/assets\/scenes-[\w-]+\.svg/g)) all.add(drawings)
  }
  return [...all].sort()
}

/** Says on the page that it is a copy. */
const markedAsCopy = (rendered: string): string => rendered.replace('<main', `${notice}<main`)

const { label, text, newest } = words.copy
const said = fill(text, { day: dayPlaceholder })
const notice = `<aside class="kept-copy" lang="en-IN" aria-label="${label}" data-kept-copy><p class="wrap">${said} <a href="">${newest}</a></p></aside>`

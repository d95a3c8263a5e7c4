import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import words from '@naic/content/en/offline.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
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
import type { FinishFile, MadeFile } from './site-files.ts'

/** @param build the build's folder. */
export const workerPath = (build: string) => path.join(build, 'service-worker.js')

/**
 * The worker that opens the site without a network, and what it keeps (decision 095). The pages have
 * the settings in them, so they can be packed only now: one file, since they share most of their text.
 *
 * @param build the build's folder.
 * @param headers of every answer.
 * @param finish makes a prerendered page ready to be sent.
 */
export async function offlineFiles(
  build: string,
  { offlinePages: isOn }: Pick<Config, 'offlinePages'>,
  headers: Record<string, string>,
  finish: FinishFile,
): Promise<MadeFile[]> {
  if (!isOn) return [workerFile(forgetting)]
  const kept = Buffer.from(JSON.stringify(await keptPages(`${build}/client`, headers, finish)))
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
  headers: Record<string, string>,
  finish: FinishFile,
): Promise<KeptPages> {
  const kept: KeptPages = {
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
    pages: {},
    data: {},
    files: [],
  }
  const files = new Set<string>()
  for (const address of await addressesOf(folder)) {
    const name = `${address === '/' ? '' : address}/index.html`
    const rendered = await readFile(folder + name, 'utf8')
    const isCopy = !Object.values(offlinePages).includes(address)
    const page = withSheetInHead(isCopy ? markedAsCopy(rendered) : rendered)
    const { html, headers: own } = finish(name, page, true)
    kept.pages[address] = { policy: own['Content-Security-Policy'] ?? '', html }
    for (const [file] of html.matchAll(ownFile)) files.add(file)
    const data = `${folder}${address}.data`
    // As JSON it has the same quotes as in its page, of which it is a repetition then.
    if (existsSync(data)) {
      kept.data[`${address}.data`] = JSON.stringify(await readFile(data, 'utf8'))
    }
  }
  kept.files = await withWhatTheyLoad(folder, files)
  return kept
}

/** The catalogue, what leads to it and from it, whom to ask, and what stands for pages that are not kept. */
async function addressesOf(folder: string): Promise<string[]> {
  const internships = existsSync(`${folder}/internships`)
    ? await readdir(`${folder}/internships`)
    : []
  const numbers = internships
    .map(Number)
    .filter(Boolean)
    .sort((a, b) => a - b)
  return [
    '/',
    '/internships',
    ...numbers.map((id) => `/internships/${id}`),
    '/apply',
    '/contact',
    ...translatedPages.filter(({ twin }) => twin === '/').map((page) => page.path),
    ...Object.values(offlinePages),
  ].filter((address) => existsSync(`${folder}${address}/index.html`))
}

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
    // The list of routes names the scripts of all pages.
    if (!file.endsWith('.js') || file.includes('/manifest-')) continue
    const script = await readFile(folder + file, 'utf8')
    for (const [, loaded] of script.matchAll(/import\(\s*[`"']\.\/([\w.-]+\.js)[`"']\s*\)/g)) {
      all.add(`/assets/${loaded}`)
    }
    for (const [drawings] of script.matchAll(/\/assets\/scenes-[\w-]+\.svg/g)) all.add(drawings)
  }
  return [...all].sort()
}

/** The sheet is kept once for all pages, and is there as soon as they are. */
const withSheetInHead = (rendered: string): string => {
  const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(rendered) ?? []
  return rendered.replace('</head>', `${sheet}</head>`)
}

/**
 * Says on the page that it is a copy. React leaves alone what it does not know if it stands directly
 * in the body.
 */
const markedAsCopy = (rendered: string): string => rendered.replace('<main', `${notice}<main`)

const { label, text, newest } = words.copy
const said = fill(text, { day: dayPlaceholder })
const notice = `<aside class="kept-copy" lang="en-IN" aria-label="${label}" data-kept-copy><p class="wrap">${said} <a href="">${newest}</a></p></aside>`

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { type KeptPages, versionPlaceholder } from '#worker/kept-pages.ts'
import { finishPage } from './finish-page.ts'
import { offlineFiles, workerPath } from './offline-files.ts'

let build: string

beforeAll(async () => {
  build = await mkdtemp(path.join(tmpdir(), 'naic-build-'))
  const client = path.join(build, 'client')
  const page = (address: string) =>
    `<html data-site-url="https://site-url.invalid"><body><a href="#main">Skip</a><header>${address}</header><main></main><script src="/assets/page.js"></script></body></html>`
  for (const address of [
    '',
    'internships',
    'internships/2',
    'internships/10',
    'contact',
    'hi',
    'verification',
    'offline',
  ]) {
    await mkdir(path.join(client, address), { recursive: true })
    await writeFile(path.join(client, address, 'index.html'), page(address))
  }
  await mkdir(path.join(client, 'assets'))
  await writeFile(path.join(client, 'assets/page.js'), 'import("./rare.js")')
  await writeFile(path.join(client, 'assets/rare.js'), '`<use href="/assets/scenes-a_B-1.svg#s`')
  await writeFile(path.join(client, 'internships/2.data'), '["two"]')
  await writeFile(workerPath(build), `const version = '${versionPlaceholder}'`)
})
afterAll(() => rm(build, { recursive: true }))

async function made(settings: Record<string, string> = {}) {
  const config = readConfig(settings)
  const shared = { 'X-Content-Type-Options': 'nosniff' }
  const files = await offlineFiles(build, config, shared, (_name, html) =>
    finishPage(html, ["'sha256-ours'"], config),
  )
  return files.map(({ address, headers, bytes }) => ({ address, headers, text: String(bytes) }))
}

async function madeOn(settings: Record<string, string> = {}) {
  const [worker, pages] = await made(settings)
  if (!worker || !pages) throw new Error('a file is missing')
  return { worker, pages, kept: JSON.parse(pages.text) as KeptPages }
}

test('the worker names a digest of exactly what it is to keep, and may reach this site alone', async () => {
  const { worker, pages } = await madeOn()
  const digest = createHash('sha256').update(pages.text).digest().subarray(0, 16)
  expect(worker.text).toBe(`const version = '${digest.toString('base64url')}'`)
  expect(pages.address).toBe(`/kept/${digest.toString('base64url')}.json`)
  expect(worker.address).toBe('/service-worker.js')
  expect(worker.headers).toEqual({
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  })
})

test('of the pages of a build those of the catalogue are kept, with their data and what they load', async () => {
  const { kept } = await madeOn()
  expect(Object.keys(kept.pages)).toEqual([
    '/',
    '/internships',
    '/internships/2',
    '/internships/10',
    '/contact',
    '/hi',
    '/offline',
  ])
  expect(kept.data).toEqual({ '/internships/2.data': JSON.stringify('["two"]') })
  expect(kept.files).toEqual(['/assets/page.js', '/assets/rare.js', '/assets/scenes-a_B-1.svg'])
  expect(kept.headers).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'text/html; charset=utf-8',
  })
})

test('a kept page says below its header that it is a copy, and has a policy of its own', async () => {
  const { kept } = await madeOn()
  const { html = '', policy = '' } = kept.pages['/internships/2'] ?? {}
  expect(html).toMatch(/<\/header><aside class="kept-copy".*<\/aside><main>/)
  expect(policy).toContain("script-src 'self' 'sha256-ours';")
  expect(policy).toContain("worker-src 'self';")
  expect(kept.pages['/offline']?.html).not.toContain('kept-copy')
})

test('OFFLINE_PAGES=off leaves a worker that removes itself and all that was kept', async () => {
  const files = await made({ OFFLINE_PAGES: 'off' })
  expect(files.map(({ address }) => address)).toEqual(['/service-worker.js'])
  expect(files[0]?.text).toContain('caches.delete')
  expect(files[0]?.text).toContain('registration.unregister')
  expect(files[0]?.headers['Cache-Control']).toBe('no-cache')
})

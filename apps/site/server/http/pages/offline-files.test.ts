import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { type KeptPages, offlinePages, versionPlaceholder } from '#worker/kept-pages.ts'
import { offlineFiles, workerPath } from './offline-files.ts'

let build: string

beforeAll(async () => {
  build = await mkdtemp(path.join(tmpdir(), 'naic-build-'))
  const assets = path.join(build, 'client/assets')
  await mkdir(assets, { recursive: true })
  await writeFile(path.join(assets, 'islands-1.js'), 'import("./of-other-pages.js")')
  await writeFile(path.join(assets, 'list.js'), 'import("./rare.js")')
  await writeFile(path.join(assets, 'rare.js'), '`<use href="/assets/scenes-a_B-1.svg#s`')
  await writeFile(workerPath(build), `const version = '${versionPlaceholder}'`)
})
afterAll(() => rm(build, { recursive: true }))

const site = {
  headers: { 'X-Content-Type-Options': 'nosniff' },
  scriptsOf: () => ['/assets/list.js'],
  render: async (address: string) => ({
    status: 200,
    before: '<html><head><script src="/assets/islands-1.js"></script>',
    after: `</head><body><header>${address}</header><main><div data-island="List"></div></main><link rel="stylesheet" href="/assets/site.css"/></body></html>`,
  }),
}

async function made(settings: Record<string, string> = {}) {
  const files = await offlineFiles(build, readConfig(settings), site)
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

test('the pages of the catalogue are kept, with their islands and what these load', async () => {
  const { kept } = await madeOn()
  const { any, certificate } = offlinePages
  expect(Object.keys(kept.pages)).toEqual([
    '/',
    '/internships',
    ...Array.from({ length: 12 }, (_, index) => `/internships/${index + 1}`),
    '/apply',
    '/contact',
    '/hi',
    any,
    certificate,
  ])
  const files = ['islands-1.js', 'list.js', 'rare.js', 'scenes-a_B-1.svg', 'site.css']
  expect(kept.files).toEqual(files.map((name) => `/assets/${name}`))
  expect(kept.headers).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'text/html; charset=utf-8',
  })
})

test('a kept page says below its header that it is a copy, and has a policy of its own', async () => {
  const { kept } = await madeOn()
  const { html = '', policy = '' } = kept.pages['/internships/2'] ?? {}
  expect(html).toMatch(/<\/header><aside class="kept-copy".*<\/aside><main>/)
  expect(policy).toContain("script-src 'self';")
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

import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, preview } from 'vite'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { component, copyPages, writeShared } from './copied-pages.ts'

/**
 * A plain app of Vite and React with a copy of our pages: an empty document, one file of script a
 * page, and all of it rendered in the browser. Built once a run, with our own Vite and React.
 */
const folderOfRun = () => (asked ??= write())
let asked: Promise<string> | undefined

async function write(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-vite-peer-'))
  process.once('exit', () => void rm(folder, { recursive: true, force: true }))
  const copy = await copyPages()
  await cp('bench/peers/vite', folder, { recursive: true })
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  await writeShared(folder, copy)
  await mkdir(path.join(folder, 'pages'))
  const { frame, pages, parts } = copy
  const signature = 'function Frame({ children })'
  const text = component({ jsx: frame, name: 'Frame', parts, signature })
  await writeFile(path.join(folder, 'frame.jsx'), text)
  const table = pages.map(({ path: address, title, isFramed }, number) => {
    const load = `() => import('./pages/page${number}.jsx')`
    return `  '${address}': { title: ${JSON.stringify(title)}, isFramed: ${isFramed}, load: ${load} },`
  })
  await writeFile(path.join(folder, 'pages.js'), `export const pages = {\n${table.join('\n')}\n}\n`)
  for (const [number, { jsx }] of pages.entries()) {
    const page = component({ jsx, name: 'Page', parts })
    await writeFile(path.join(folder, `pages/page${number}.jsx`), page)
  }
  return folder
}

export async function buildVitePeer(): Promise<void> {
  const root = await folderOfRun()
  await build({ root, logLevel: 'error', build: { chunkSizeWarningLimit: 1_000 } })
}

/** @returns its address, and what ends it. */
export async function serveVitePeer(): Promise<{ url: string; stop(): Promise<void> }> {
  await buildVitePeer()
  const port = await freePort()
  const root = await folderOfRun()
  const server = await preview({ root, logLevel: 'error', preview: { port, host: '127.0.0.1' } })
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { Program } from '../program.ts'
import { component, copyPages, writeShared } from './copied-pages.ts'

const run = promisify(execFile)

type Next = { built: true; folder: string } | { built: false; because: string }

/**
 * Next with a copy of our pages, static but for the certificate's; built once a run. It is no
 * dependency of ours: whoever wants it in the table installs it in its folder, or has it in another
 * one that NEXT_PEER names.
 */
export const findNext = (): Promise<Next> => (asked ??= find())
let asked: Promise<Next> | undefined

async function find(): Promise<Next> {
  const folder = path.resolve(process.env['NEXT_PEER'] ?? 'bench/peers/next')
  if (!existsSync(path.join(folder, 'node_modules/next'))) {
    return { built: false, because: 'Next is not installed: npm --prefix bench/peers/next install' }
  }
  const made = path.join(folder, 'made')
  await writeApp(made)
  await buildNext(made)
  return { built: true, folder: made }
}

export const nextCommand = (folder: string, port: number): string[] =>
  nextIn(folder, 'start', folder, '-H', '127.0.0.1', '-p', String(port))

export async function startNext(folder: string): Promise<Program> {
  const port = await freePort()
  return Program.start(nextCommand(folder, port), `http://127.0.0.1:${port}`)
}

export async function buildNext(folder: string): Promise<void> {
  await rm(path.join(folder, '.next'), { recursive: true, force: true })
  const [program = '', ...words] = nextIn(folder, 'build', folder)
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  await run(program, words, { env, maxBuffer: 100_000_000 })
}

const nextIn = (folder: string, ...words: string[]) => [
  process.execPath,
  path.join(folder, '../node_modules/next/dist/bin/next'),
  ...words,
]

const config = `export default { turbopack: { root: import.meta.dirname + '/..' } }\n`

async function writeApp(folder: string): Promise<void> {
  const copy = await copyPages()
  const { frame, pages, parts } = copy
  const app = path.join(folder, 'app')
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(app, '(site)'), { recursive: true })
  await writeShared(folder, copy)
  await writeFile(path.join(folder, 'next.config.mjs'), config)
  await writeFile(path.join(folder, 'link.jsx'), `export { default } from 'next/link'\n`)
  const signature = 'function Layout({ children })'
  const document = '<html lang="en-IN"><body>{children}</body></html>'
  for (const [file, jsx, before] of [
    ['layout.jsx', document, `import '../site.css'\n`],
    ['(site)/layout.jsx', frame, ''],
  ] as const) {
    await writeFile(
      path.join(app, file),
      component({ jsx, name: 'Layout', parts, before, signature }),
    )
  }
  for (const { path: address, title, description, jsx, isFramed } of pages) {
    const isCertificate = address.startsWith('/verify/')
    const to = path.join(app, isFramed ? '(site)' : '', isCertificate ? '/verify/[id]' : address)
    await mkdir(to, { recursive: true })
    const page = component({
      jsx,
      name: 'Page',
      parts,
      before: `export const metadata = ${JSON.stringify({ title, description })}
${isCertificate ? `export const dynamic = 'force-dynamic'` : ''}\n`,
    })
    await writeFile(path.join(to, 'page.jsx'), page)
  }
}

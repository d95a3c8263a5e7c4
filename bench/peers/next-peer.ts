import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { startProgram } from '../program.ts'
import { copyPages } from './copied-pages.ts'

const run = promisify(execFile)

type Next = { built: true; folder: string } | { built: false; because: string }

/**
 * Next with a copy of our pages, static but for the certificate's; built once a run. It is no
 * dependency of ours: whoever wants it in the table installs it in its folder.
 */
export const findNext = (): Promise<Next> => (asked ??= find())
let asked: Promise<Next> | undefined

async function find(): Promise<Next> {
  const folder = path.resolve('bench/peers/next')
  if (!existsSync(path.join(folder, 'node_modules/next'))) {
    return { built: false, because: 'Next is not installed: npm --prefix bench/peers/next install' }
  }
  const made = path.join(folder, 'made')
  await writeApp(made)
  const [program = '', ...words] = nextIn(made, 'build', made)
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  await run(program, words, { env, maxBuffer: 100_000_000 })
  return { built: true, folder: made }
}

export async function startNext(folder: string) {
  const port = await freePort()
  const command = nextIn(folder, 'start', folder, '-H', '127.0.0.1', '-p', String(port))
  return startProgram(command, `http://127.0.0.1:${port}`)
}

const nextIn = (folder: string, ...words: string[]) => [
  process.execPath,
  path.join(folder, '../node_modules/next/dist/bin/next'),
  ...words,
]

const config = `export default { turbopack: { root: import.meta.dirname + '/..' } }\n`

async function writeApp(folder: string): Promise<void> {
  const { frame, pages, parts } = await copyPages()
  await rm(folder, { recursive: true, force: true })
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  /** The source of a component that shows this JSX. */
  const component = (jsx: string, before: string, takes = '') => {
    const used = [...parts.keys()].filter((part) => jsx.includes(`<${part} />`))
    const imports = used.map((part) => `import ${part} from '#parts/${part}.jsx'\n`)
    return `${before}import A from 'next/link'\n${imports.join('')}
export default function Shown(${takes}) {
  return (<>${jsx}</>)
}
`
  }
  await write('next.config.mjs', config)
  for (const [name, jsx] of parts) {
    await write(`parts/${name}.jsx`, component(jsx, `'use client'\n`))
  }
  const document = '<html lang="en-IN"><body>{children}</body></html>'
  await write('app/layout.jsx', component(document, `import '../site.css'\n`, '{ children }'))
  await write('app/(site)/layout.jsx', component(frame, '', '{ children }'))
  for (const { path: address, title, description, jsx, isFramed } of pages) {
    const isCertificate = address.startsWith('/verify/')
    const metadata = `export const metadata = ${JSON.stringify({ title, description })}\n`
    const rendered = isCertificate ? `export const dynamic = 'force-dynamic'\n` : ''
    const to = isCertificate ? '/verify/[id]' : address
    await write(
      path.join('app', isFramed ? '(site)' : '', to, 'page.jsx'),
      component(jsx, metadata + rendered),
    )
  }
  await copyAssets(folder)
}

async function copyAssets(folder: string): Promise<void> {
  const built = 'build/client'
  const assets = path.join(built, 'assets')
  const sheets = (await readdir(assets)).filter((name) => name.endsWith('.css'))
  const css = await Promise.all(sheets.map((name) => readFile(path.join(assets, name), 'utf8')))
  await writeFile(path.join(folder, 'site.css'), css.join('\n'))
  const isFont = (file: string) => !path.extname(file) || file.endsWith('.woff2')
  await cp(assets, path.join(folder, 'public/assets'), { recursive: true, filter: isFont })
  await cp(path.join(built, 'partners'), path.join(folder, 'public/partners'), { recursive: true })
}

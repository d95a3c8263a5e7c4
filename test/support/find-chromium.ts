import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type Browser = { executablePath: string; env: Record<string, string> }

/**
 * The browser that the journeys run in: the one that npm brought, unpacked once with the libraries
 * it needs, so that every machine runs the same one. `CHROMIUM_PATH` names another. Whichever it is, it
 * knows one font, which most phones have, one for Hindi, and none of the machine's: how wide a word is
 * decides what fits.
 */
export async function findChromium(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH']
  const browser = own
    ? { executablePath: own, env: {} }
    : await unpackChromium(path.resolve('node_modules/.cache/chromium'))
  const fonts = await configureFonts(path.resolve('node_modules/.cache/fonts'))
  return { ...browser, env: { ...browser.env, FONTCONFIG_FILE: fonts } }
}

/** Hindi on a phone looks much like this one, which the build cuts for pictures. */
const hindi = 'letters-devanagari.ttf'

/** @returns the path of a configuration for fontconfig that knows Roboto, and a font for Hindi. */
async function configureFonts(folder: string): Promise<string> {
  const roboto = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto')))
  const file = path.join(folder, 'fonts.conf')
  await mkdir(path.join(folder, 'hindi'), { recursive: true })
  await putInPlace(file, (draft) => writeFile(draft, fontConfig(roboto, folder)))
  await putInPlace(path.join(folder, 'hindi', hindi), (draft) =>
    copyFile(path.resolve('apps/site/app/fonts', hindi), draft),
  )
  return file
}

/** Renamed into place: another worker's browser may be reading it. */
async function putInPlace(file: string, write: (draft: string) => Promise<unknown>) {
  const draft = `${file}.${process.pid}`
  await write(draft)
  await rename(draft, file)
}

const fontConfig = (fonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <dir>${cache}/hindi</dir>
  <cachedir>${cache}</cachedir>
</fontconfig>
`

/** Once: it takes a second, and a browser that runs has its libraries open. */
async function unpackChromium(folder: string): Promise<Browser> {
  const complete = path.join(folder, 'complete')
  const executablePath = path.join(folder, 'chromium')
  const env = { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }
  if (existsSync(complete)) return { executablePath, env }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const library = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  // The package unpacks to the folder for temporary files; a folder of this project is not shared
  // with what an interrupted run left behind.
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  await inflate(path.join(library, '../../bin/al2023.tar.br'))
  await chromium.executablePath()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  await writeFile(complete, '')
  return { executablePath, env }
}

import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type Browser = { executablePath: string; env: Record<string, string> }

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser that the journeys run in: the one that `CHROMIUM_PATH` names, else the
 * system's, else the one that npm brought, unpacked once with the libraries it needs. Whichever it
 * is, it knows one font, which most phones have, and none of the machine's: how wide a word is
 * decides what fits.
 */
export async function findChromium(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH'] ?? systemPaths.find((file) => existsSync(file))
  const browser = own
    ? { executablePath: own, env: {} }
    : await unpackChromium(path.resolve('node_modules/.cache/chromium'))
  const fonts = await configureFonts(path.resolve('node_modules/.cache/fonts'))
  return { ...browser, env: { ...browser.env, FONTCONFIG_FILE: fonts } }
}

/** @returns the path of a configuration for fontconfig that knows Roboto alone. */
async function configureFonts(folder: string): Promise<string> {
  const roboto = path.dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto')))
  const file = path.join(folder, 'fonts.conf')
  await mkdir(folder, { recursive: true })
  // Renamed into place: another worker's browser may be reading it.
  const draft = `${file}.${process.pid}`
  await writeFile(draft, fontConfig(roboto, folder))
  await rename(draft, file)
  return file
}

const fontConfig = (fonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
</fontconfig>
`

async function unpackChromium(folder: string): Promise<Browser> {
  const complete = path.join(folder, 'complete')
  if (!existsSync(complete)) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  }
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const library = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  // The package unpacks to the folder for temporary files; a folder of this project is not shared
  // with what an interrupted run left behind.
  const executablePath = await withTmpDir(folder, async () => {
    await inflate(path.join(library, '../../bin/al2023.tar.br'))
    return chromium.executablePath()
  })
  await writeFile(complete, '')
  return { executablePath, env: { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') } }
}

async function withTmpDir<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

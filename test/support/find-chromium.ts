import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type Browser = { executablePath: string; env: Record<string, string> }

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser that the journeys run in: the one that `CHROMIUM_PATH` names, else the
 * system's, else the one that npm brought, unpacked once with the libraries it needs.
 */
export async function findChromium(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH'] ?? systemPaths.find((file) => existsSync(file))
  if (own) return { executablePath: own, env: {} }
  return unpackChromium(path.resolve('node_modules/.cache/chromium'))
}

async function unpackChromium(folder: string): Promise<Browser> {
  const complete = path.join(folder, 'complete')
  if (!existsSync(complete)) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  }
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const library = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  // The package unpacks to the folder for temporary files; a folder of ours is not shared
  // with what an interrupted run left behind.
  const executablePath = await withTmpDir(folder, async () => {
    await inflate(path.join(library, '../../bin/al2023.tar.br'))
    return chromium.executablePath()
  })
  await writeFile(path.join(folder, 'fonts.conf'), fontConfig(folder))
  await writeFile(complete, '')
  return {
    executablePath,
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: folder,
    },
  }
}

/** The package's own configuration looks for its fonts in /tmp only; without any, Chromium ends. */
const fontConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

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

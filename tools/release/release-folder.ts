import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { councilSchema } from '@naic/house/council-schema.ts'
import { billOfMaterials, containedPackages, licencesOf } from './bill-of-materials.ts'

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'))

export const { version } = (await readJson('package.json')) as { version: string }

/** @returns the commit that is checked out, its date in seconds, and the files that differ from it. */
export function commit() {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain')
  const hash = git('rev-parse', 'HEAD')
  return {
    hash: changed === '' ? hash : `${hash}-changed`,
    date: Number(git('log', '-1', '--format=%ct')),
    changed,
  }
}

/**
 * Makes the folder of a release from what `npm run build` made. It runs where it is put, with nothing of
 * this repository and no Node but its own.
 *
 * @param folder is made, or emptied.
 */
export async function makeFolder(architecture: Architecture, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const put = async (from: string, to = from) => {
    await cp(from, path.join(folder, to), { recursive: true })
    return path.join(folder, to)
  }
  for (const one of builtFolders) await put(one)
  for (const one of globSync(readWhenRun)) await put(one)
  await put('tools/release/bin', 'bin')
  await put('LICENSE')
  // What git knows, and nothing that somebody left there.
  const known = ['ls-files', 'deploy', ':(glob)docs/*.md']
  const files = execFileSync('git', known, { encoding: 'utf8' })
  for (const one of files.trim().split('\n')) if (!one.includes('.test.')) await put(one)

  const machineCode = `@resvg/resvg-js-linux-${architecture}-gnu`
  const fetched = await mkdtemp(path.join(tmpdir(), 'packages-'))
  const resvg = await fetchPackage(machineCode, fetched)
  for (const one of globSync(['package.json', '*.node'], { cwd: resvg.folder })) {
    await put(path.join(resvg.folder, one), `node_modules/${machineCode}/${one}`)
  }
  const node = await fetchPackage(`node-linux-${architecture}`, fetched)
  await chmod(await put(path.join(node.folder, 'bin/node'), 'bin/node'), 0o755)

  // Another one than the running version's has deploy/install make a backup before.
  const schema = Object.keys(councilSchema.migrations).at(-1)
  const { hash, date } = commit()
  const facts = { version, commit: hash, node: node.version, architecture, schema }
  const contained = containedPackages([node.folder, resvg.folder, 'node_modules/@resvg/resvg-js'])
  for (const [name, text] of Object.entries({
    'release.json': `${JSON.stringify(facts, null, 2)}\n`,
    'sbom.cdx.json': billOfMaterials(contained, date),
    'THIRD-PARTY-LICENSES': licencesOf(contained),
  })) {
    await writeFile(path.join(folder, name), text)
  }
  await rm(fetched, { recursive: true })
  await writeChecksums(folder)
}

const builtFolders = [
  'build/client',
  'build/desk',
  'build/program',
  'build/server',
  'build/islands.json',
  'build/page-styles.json',
]

/** What the program opens beside the build, each where it is in the repository. */
const readWhenRun = [
  'content/internships/*.json',
  'content/signature.png',
  'apps/site/app/certificate-view/guilloche.svg',
  'apps/site/app/fonts/letters*',
  // The one package that is not built in. It looks for its machine code by name.
  'node_modules/@resvg/resvg-js/{package.json,index.js,js-binding.js}',
]

/**
 * Fetches a package as it was published, also one that npm does not install on this machine.
 *
 * @throws if it is not the one that package-lock.json names.
 */
async function fetchPackage(name: string, place: string) {
  const lock = await readJson('package-lock.json')
  const locked = lock.packages[`node_modules/${name}`] as { version: string; integrity: string }
  const pack = ['pack', `${name}@${locked.version}`, '--json', '--prefer-offline']
  const said = execFileSync('npm', [...pack, '--pack-destination', place], { encoding: 'utf8' })
  const [{ filename }] = JSON.parse(said) as [{ filename: string }]
  const tarball = path.join(place, filename)
  const hash = createHash('sha512').update(await readFile(tarball))
  if (`sha512-${hash.digest('base64')}` !== locked.integrity) {
    throw new Error(`${name} ${locked.version} is not the one that package-lock.json names.`)
  }
  const folder = tarball.replace(/\.tgz$/, '')
  await mkdir(folder)
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  return { folder, version: locked.version }
}

/** As `sha256sum --check` reads them. */
async function writeChecksums(folder: string) {
  let sums = ''
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const file = path.join(folder, name)
    if (!(await stat(file)).isFile()) continue
    const hash = createHash('sha256').update(await readFile(file))
    sums += `${hash.digest('hex')}  ${name}\n`
  }
  await writeFile(path.join(folder, 'SHA256SUMS'), sums)
}

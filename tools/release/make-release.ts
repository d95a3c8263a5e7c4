import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { packFolder } from './pack-folder.ts'
import { type Architecture, architectures, commit, makeFolder, version } from './release-folder.ts'

/**
 * `npm run release` makes an archive for each kind of processor in `release/`, of all that a server needs
 * to run, Node included, and SHA256SUMS of them (decision 125). The same commit gives the same bytes.
 */
const { values: asked } = parseArgs({
  options: {
    /** Only this one of `architectures`. */
    architecture: { type: 'string' },
    /** Makes no archive, but the folder that is in it, here, from the build as it is. */
    folder: { type: 'string' },
  },
})
const chosen = architectures.filter((one) => one === (asked.architecture ?? one))
if (chosen.length === 0) throw new Error(`--architecture is one of ${architectures.join(', ')}`)

if (asked.folder) await makeFolder(chosen[0] as Architecture, path.resolve(asked.folder))
else await makeArchives()

async function makeArchives() {
  const { date, changed } = commit()
  if (changed !== '') {
    throw new Error(`A release is of a commit. Commit these, or take them back:\n${changed}`)
  }
  execFileSync('npm', ['run', 'build'], { stdio: 'inherit' })
  await rm('release', { recursive: true, force: true })
  await mkdir('release')
  const place = await mkdtemp(path.join(tmpdir(), 'release-'))
  let sums = ''
  for (const architecture of chosen) {
    const folder = path.join(place, architecture)
    await makeFolder(architecture, folder)
    const name = `naic-${version}-linux-${architecture}.tar.gz`
    await packFolder(folder, { as: `naic-${version}`, date, file: `release/${name}` })
    const hash = createHash('sha256').update(await readFile(`release/${name}`))
    sums += `${hash.digest('hex')}  ${name}\n`
  }
  await writeFile('release/SHA256SUMS', sums)
  await rm(place, { recursive: true })
  console.log(sums)
}

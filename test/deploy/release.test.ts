import { execFile } from 'node:child_process'
import { cp, readdir, readFile, utimes } from 'node:fs/promises'
import { arch } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { beforeAll, expect, test } from 'vitest'
import { allTests, newFolder } from '#support/opened.ts'
import { packFolder } from '../../tools/release/pack-folder.ts'

const run = promisify(execFile)

const place = allTests(newFolder)
let release: string
beforeAll(async () => {
  release = await makeRelease(arch())
})

async function makeRelease(architecture: string): Promise<string> {
  const folder = place.file(architecture)
  const words = [`--architecture=${architecture}`, '--folder', folder]
  await run('node', ['tools/release/make-release.ts', ...words])
  return folder
}

test('the checksums are of every file, and all take less than 150 MB', async () => {
  await run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: release })
  const sums = await readFile(path.join(release, 'SHA256SUMS'), 'utf8')
  const named = [...sums.matchAll(/^[\da-f]{64} {2}(.+)$/gm)].map(([, name]) => name)
  expect([...named, 'SHA256SUMS'].toSorted()).toEqual(await filesIn(release))
  const { stdout } = await run('du', ['--summarize', '--block-size=1M', release])
  expect(Number.parseInt(stdout, 10)).toBeLessThan(150)
})

test('it has no sources, and no path of the machine that it was made on', async () => {
  const names = await filesIn(release)
  expect(names.filter((name) => /\.tsx?$/.test(name))).toEqual([])
  for (const name of names.filter((one) => !/^bin\/node$|\.node$/.test(one))) {
    expect((await readFile(path.join(release, name))).includes(path.resolve('.')), name).toBe(false)
  }
})

test('every document that its programs, units and settings point at is in it', async () => {
  const names = await filesIn(release)
  const pointed = new Set<string>()
  for (const name of names.filter((one) => /^(deploy|build\/program)\//.test(one))) {
    const text = await readFile(path.join(release, name), 'utf8')
    for (const [named] of text.matchAll(/docs\/[a-z-]+\.md/g)) pointed.add(named)
  }
  expect(pointed.size).toBeGreaterThan(7)
  expect([...pointed].filter((one) => !names.includes(one))).toEqual([])
  expect(names.filter((name) => name.startsWith('docs/decisions/'))).toEqual([])
})

test('its bill of materials is as CycloneDX asks, with Node and all packages, and their licences are beside it', async () => {
  const bill = await readFile(path.join(release, 'sbom.cdx.json'), 'utf8')
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(bill)).toBeNull()
  const { components } = JSON.parse(bill) as { components: { name: string; version: string }[] }
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([`node-linux-${arch()}`, 'react-dom', 'fastify', 'pdfjs-dist']),
  )
  expect(names).not.toContain('vite')
  const licences = await readFile(path.join(release, 'THIRD-PARTY-LICENSES'), 'utf8')
  for (const { name, version } of components) {
    expect(licences).toContain(`\n${name}@${version} (`)
  }
})

test('for the other processor it has the other machine code, and is else the same', async () => {
  const other = arch() === 'x64' ? 'arm64' : 'x64'
  const folder = await makeRelease(other)
  for (const [processor, of] of [
    [arch(), release],
    [other, folder],
  ] as const) {
    const resvg = `@resvg/resvg-js-linux-${processor}-gnu/resvgjs.linux-${processor}-gnu.node`
    for (const file of ['bin/node', `node_modules/${resvg}`]) {
      expect(await machineOf(path.join(of, file)), file).toBe(elfMachines[processor])
    }
  }
  const common = async (of: string) =>
    (await filesIn(of)).filter((name) => !name.includes('resvg-js-linux-'))
  expect(await common(folder)).toEqual(await common(release))
})

test('an archive does not depend on when, where or by whom its folder was made', async () => {
  const pack = async (name: string, madeAt: number) => {
    const folder = place.file(name)
    await cp('deploy', folder, { recursive: true })
    await utimes(path.join(folder, 'naic.env'), madeAt, madeAt)
    const file = place.file(`${name}.tar.gz`)
    await packFolder(folder, { as: 'naic', date: 1_700_000_000, file })
    return readFile(file)
  }
  expect((await pack('one', 1)).equals(await pack('other', 2))).toBe(true)
  const { stdout } = await run('tar', ['-tzvf', place.file('one.tar.gz'), '--utc'])
  expect(stdout).toMatch(/^-rwxr-xr-x 0\/0 +\d+ 2023-11-14 22:13 naic\/naic-council$/m)
})

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((one) => !one.isDirectory())
  return files.map((one) => path.relative(folder, path.join(one.parentPath, one.name))).toSorted()
}

/** `e_machine` of the ELF header. */
const elfMachines: Record<string, number> = { x64: 62, arm64: 183 }

async function machineOf(file: string): Promise<number> {
  const bytes = await readFile(file)
  expect(bytes.toString('latin1', 1, 4)).toBe('ELF')
  return bytes.readUInt16LE(18)
}

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Contained = { name: string; version: string; folder: string }

const nameAndVersion = (folder: string) => {
  const file = path.join(folder, 'package.json')
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Contained
  return { name, version, folder }
}

/**
 * @param others in the release as they are.
 * @returns what the build took something from, and the others, each version once and in order.
 */
export function containedPackages(others: readonly string[]): Contained[] {
  const listed = globSync('build/packages/*.json').flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as string[],
  )
  // Cut or mixed into files of ours before any bundler sees them.
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const cut = Object.keys(devDependencies).filter((name) => /^@(fontsource|expo-google)/.test(name))
  const mixed = [...cut, 'tailwindcss'].map((name) => `node_modules/${name}`)
  const found = new Map<string, Contained>()
  for (const folder of [...listed, ...mixed, ...others]) {
    const one = nameAndVersion(folder)
    found.set(refOf(one), one)
  }
  return [...found.keys()].toSorted().flatMap((ref) => found.get(ref) ?? [])
}

const refOf = ({ name, version }: Pick<Contained, 'name' | 'version'>) => `${name}@${version}`

/** The parts of a CycloneDX document that are used here. */
type Bill = {
  metadata: { timestamp: string; tools?: unknown; component: { name: string; type: string } }
  serialNumber: string
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * What npm says of package-lock.json, kept to what the release contains.
 *
 * @param date in seconds since 1970.
 * @returns a CycloneDX document, the same for the same input.
 */
export function billOfMaterials(contained: readonly Contained[], date: number): string {
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const said = execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 1e8 })
  const { metadata, components, dependencies, ...bill } = JSON.parse(said) as Bill
  const refs = new Set(contained.map(refOf))
  const kept = components.filter((one) => refs.has(one['bom-ref']))
  const missing = [...refs].filter((ref) => !kept.some((one) => one['bom-ref'] === ref))
  if (missing.length > 0) throw new Error(`npm does not know ${missing.join(', ')}.`)
  const among = dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  const program = nameAndVersion('.')
  const made = {
    ...bill,
    serialNumber: '',
    metadata: {
      ...metadata,
      timestamp: new Date(date * 1000).toISOString(),
      // The version of npm is of whoever makes the release.
      tools: undefined,
      component: { ...metadata.component, type: 'application', name: program.name },
    },
    components: kept,
    dependencies: [{ ref: refOf(program), dependsOn: [...refs] }, ...among],
  }
  const hash = createHash('sha256').update(JSON.stringify(made)).digest('hex')
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
  return `${JSON.stringify({ ...made, serialNumber: `urn:uuid:${uuid}` })}\n`
}

/** @returns the licences of all, as their authors wrote them, each text once. */
export function licencesOf(contained: readonly Contained[]): string {
  const byText = new Map<string, { names: string[]; text: string }>()
  for (const one of contained) {
    const { license } = JSON.parse(readFileSync(path.join(one.folder, 'package.json'), 'utf8'))
    const files = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: one.folder }).toSorted()
    const texts = files.map((file) => readFileSync(path.join(one.folder, file), 'utf8').trim())
    const text = texts.join('\n\n') || 'It names its licence, and brings no text of it.'
    const words = text.replaceAll(/\s+/g, ' ')
    const { names } = byText.get(words) ?? { names: [] }
    byText.set(words, { names: [...names, `${refOf(one)} (${license})`], text })
  }
  const line = '-'.repeat(80)
  const parts = [...byText.values()].map(
    ({ names, text }) => `${line}\n${names.join('\n')}\n${line}\n\n${text}\n`,
  )
  return `This release contains something of each of these packages.\n\n${parts.join('\n')}`
}

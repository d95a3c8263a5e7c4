import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { council as runInProcess, keys } from '#support/council.ts'
import { RunningSite } from '#support/start-site.ts'
vi.setConfig({ testTimeout: 300_000 })

const year = new Date().getUTCFullYear()
const siteUrl = 'https://naic.example'

let site: RunningSite
let folder: string
beforeAll(async () => {
  site = await RunningSite.start({ SITE_URL: siteUrl })
  folder = await mkdtemp(path.join(tmpdir(), 'naic-stolen-'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

/** As it is typed on a terminal, where the answer to every question is yes. */
async function council(typed: string): Promise<string> {
  const [words = '', file] = typed.split(' > ')
  const split = (words.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  const environment = { DATA_DIR: site.dataDir, SITE_URL: siteUrl }
  const terminal = { answer: `y${keys.enter}` }
  const { code, shown } = await runInProcess(split, { environment, terminal })
  expect({ code, shown }, typed).toMatchObject({ code: 0 })
  if (file !== undefined) await writeFile(path.join(folder, file), shown)
  return shown
}

const facts = '--domain "Data Science" --duration "4 Weeks" --verified-on 2026-03-14'
const idIn = (shown: string) => /\bNAIC\d\d[A-Z0-9]+/.exec(shown)?.[0] ?? expect.fail(shown)
const entryOf = async (id: string) =>
  /^Entry: +(\d+)$/m.exec(await council(`certificates show ${id}`))?.[1] ?? expect.fail(id)

/** The commands of the document, one after the other. */
async function commandsOf(document: string): Promise<string[]> {
  const text = await readFile(document, 'utf8')
  const blocks = [...text.matchAll(/^ *```\n([^]*?)^ *```$/gm)].map(([, block = '']) => block)
  return blocks.join('\n').match(/(?<=^ *council ).+$/gm) ?? []
}

test('the first hour after a theft goes as docs/stolen-key.md types it', async () => {
  const batch = path.join(folder, 'batch.csv')
  const row = (reference: string, holder: string) =>
    `${reference},${holder},Data Science,4 Weeks,2026-03-14,${reference}@example.com`
  const heading = 'reference,holder,domain,duration,verified_on,email'
  const foreign = idIn(await council(`certificates issue --holder "Mallory Early" ${facts}`))
  await writeFile(batch, [heading, row('R-1', 'Asha Rao'), ''].join('\n'))
  const early = idIn(await council(`certificates issue --sheet ${batch}`))
  const thiefs = idIn(await council(`certificates issue --holder "Mallory Forger" ${facts}`))
  await writeFile(batch, [heading, row('R-1', 'Asha Rao'), row('R-2', 'Ravi Iyer'), ''].join('\n'))
  await council(`certificates issue --sheet ${batch}`)
  await council(`certificates issue --reference R-3 --holder "Mira Sen" ${facts}`)
  const listed = await council('certificates list')
  const late = new RegExp(`(NAIC\\d\\d\\w+) .*R-3`).exec(listed)?.[1] ?? expect.fail(listed)

  const yours: [RegExp, string][] = [
    [/-2026/g, `-${year}`],
    [/\bENTRY\b/g, await entryOf(thiefs)],
    [/\bFOREIGN\b/g, foreign],
    [/\bID\b/g, thiefs],
    [/BATCH\.csv/g, batch],
    [/RESULTS\.csv/g, path.join(folder, 'results.csv')],
    [/AFTER-THE-THEFT\.tar/g, path.join(folder, 'after.tar')],
    [/\bREFERENCE\b/g, 'R-3'],
    [/\bNAME\b/g, 'Mira Sen'],
  ]
  const said = new Map<string, string>()
  for (const command of await commandsOf('docs/stolen-key.md')) {
    const typed = yours.reduce((text, [blank, value]) => text.replace(blank, value), command)
    said.set(command, `${said.get(command) ?? ''}${await council(typed)}`)
  }
  expect(said.size).toBeGreaterThan(12)
  const dry = said.get('keys revoke key-2026 --from ENTRY --dry-run')
  expect(dry).toContain('3 certificates become void:')
  expect(dry).toContain(thiefs)
  expect(said.get('log verify')).toContain(`3 of the certificates are void`)
  expect(said.get('log verify')).toContain(thiefs)
  expect(said.get('certificates issue --sheet BATCH.csv --results RESULTS.csv')).toContain(
    '1 issued, 1 issued before.',
  )
  expect(said.get('certificates issue --reference REFERENCE --holder "NAME"')).toContain('1 issued')

  const states: { id: string; reference: string; state: string }[] = JSON.parse(
    await council('certificates list --json'),
  )
  const stateOf = (id: string) => states.find((one) => one.id === id)?.state
  expect(stateOf(early)).toBe('stands')
  expect(stateOf(foreign)).toBe('revoked: issued in error')
  for (const id of [thiefs, late]) expect(stateOf(id)).toMatch(/^void: key-\d+ was revoked from/)
  for (const reference of ['R-1', 'R-2', 'R-3']) {
    const standing = states.filter((one) => one.reference === reference && one.state === 'stands')
    expect(standing, reference).toHaveLength(1)
  }
  const journal = await council('journal')
  expect(journal).toMatch(/keys revoke +key-\d+ +from entry \d+ on/)
  expect(journal).toMatch(/keys revoke +log-\d+ +from entry \d+ on/)

  const page = await (await fetch(`${site.url}/verify/${late}`)).text()
  expect(page).toContain('has withdrawn the key')
  expect(page).not.toContain('Mira Sen')
  expect((await fetch(`${site.url}/credentials/${late}.pdf`)).status).toBe(410)
})

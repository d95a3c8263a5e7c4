import { readFile, writeFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { council as runInProcess } from '#support/council.ts'
import { issueIn } from '#support/issue-in.ts'
import { allTests, newFolder } from '#support/opened.ts'
import { RunningSite } from '#support/start-site.ts'
vi.setConfig({ testTimeout: 300_000 })

const year = new Date().getUTCFullYear()
const siteUrl = 'https://naic.example'

const site = allTests(() => RunningSite.start({ SITE_URL: siteUrl }))
const folder = allTests(newFolder)

/** @returns what a command says that ends well, or says that it does more with --yes. */
async function council(typed: string): Promise<string> {
  const [words = '', file] = typed.split(' > ')
  const split = (words.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  const environment = { DATA_DIR: site.dataDir, SITE_URL: siteUrl }
  const { code, shown } = await runInProcess(split, { environment })
  expect({ code, shown }, typed).toMatchObject({ code: shown.includes('Add --yes') ? 1 : 0 })
  if (file !== undefined) await writeFile(folder.file(file), shown)
  return shown
}

const issue = (reference: string | undefined, holder: string) =>
  issueIn({ DATA_DIR: site.dataDir, SITE_URL: siteUrl }, { reference, holder })
const entryOf = async (id: string) =>
  /^entry: (\d+)$/m.exec(await council(`certificates show ${id}`))?.[1] ?? expect.fail(id)

async function commandsOf(document: string): Promise<string[]> {
  const text = await readFile(document, 'utf8')
  const blocks = [...text.matchAll(/^ *```\n([^]*?)^ *```$/gm)].map(([, block = '']) => block)
  return blocks.join('\n').match(/(?<=^ *council ).+$/gm) ?? []
}

test('the first hour after a theft goes as docs/stolen-key.md types it', async () => {
  const batch = folder.file('batch.csv')
  const row = (reference: string, holder: string) =>
    `${reference},${holder},Web Development,4 Weeks,2026-03-14`
  const heading = 'reference,holder,domain,duration,verified_on'
  const early = await issue('R-1', 'Asha Rao')
  const thiefs = await issue(undefined, 'Mallory Forger')
  const late = await issue('R-2', 'Ravi Iyer')
  await writeFile(batch, [heading, row('R-1', 'Asha Rao'), row('R-2', 'Ravi Iyer'), ''].join('\n'))

  const yours: [RegExp, string][] = [
    [/-2026/g, `-${year}`],
    [/\bENTRY\b/g, await entryOf(thiefs)],
    [/\bID\b/g, thiefs],
    [/BATCH\.csv/g, batch],
    [/- > AFTER-THE-THEFT\.tar/g, folder.file('after.tar')],
  ]
  const said = new Map<string, string>()
  for (const command of await commandsOf('docs/stolen-key.md')) {
    const typed = yours.reduce((text, [blank, value]) => text.replace(blank, value), command)
    said.set(command, `${said.get(command) ?? ''}${await council(typed)}`)
  }
  expect(said.size).toBeGreaterThan(9)
  const dry = said.get('keys revoke key-2026 --from ENTRY')
  expect(dry).toContain('2 certificates will be void: ')
  expect(dry).toContain(thiefs)
  expect(said.get('log verify')).toContain(`2 of the certificates are void`)
  expect(said.get('log verify')).toContain(thiefs)
  expect(said.get('certificates issue --sheet BATCH.csv --yes')).toContain(
    '1 issued, 1 issued before.',
  )

  const stateOf = async (id: string) =>
    /^state: (.+)$/m.exec(await council(`certificates show ${id}`))?.[1]
  expect(await stateOf(early)).toBe('stands')
  for (const id of [thiefs, late]) {
    expect(await stateOf(id)).toMatch(/^void: key-\d+ was revoked from/)
  }
  const journal = await council('journal')
  expect(journal).toMatch(/keys revoke +key-\d+ +from entry \d+ on/)
  expect(journal).toMatch(/keys revoke +log-\d+ +from entry \d+ on/)

  const page = await (await fetch(`${site.url}/verify/${late}`)).text()
  expect(page).toContain('has withdrawn the key')
  expect(page).not.toContain('Ravi Iyer')
  expect((await fetch(`${site.url}/credentials/${late}.pdf`)).status).toBe(410)
})

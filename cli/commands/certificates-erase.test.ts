import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { councilOnTerminal, keys } from '#test/support/council-on-terminal.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { ServerProcess } from '#test/support/run-server.ts'

let folder: string
let csv: string
let ids: string[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-erase-'))
  csv = path.join(folder, 'batch.csv')
  const rows = ['R-1,Unmistakable Holder', 'R-2,Ravi Iyer'].map(
    (row, at) => `${row},Web Development,4 Weeks,2026-03-14,holder${at}@example.com`,
  )
  const heading = 'reference,holder,domain,duration,verified_on,email'
  await writeFile(csv, [heading, ...rows].join('\n'))
  const issued = await council('certificates', 'issue', '--csv', csv)
  ids = [...issued.output.matchAll(/^"R-\d",(\w+)/gm)].map(([, id = '']) => id)
  expect(ids).toHaveLength(2)
})
afterEach(() => rm(folder, { recursive: true }))

const dataDir = () => path.join(folder, 'data')
const council = (...words: string[]) => runCouncil(dataDir(), words)

/** Everything that is in the data folder, byte for byte. */
async function whatIsThere(): Promise<Buffer> {
  const files = await readdir(dataDir(), { recursive: true, withFileTypes: true })
  const names = files
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
  return Buffer.concat(await Promise.all(names.map((name) => readFile(name))))
}

function keyOf(id: string): string {
  const sqlite = new DatabaseSync(path.join(dataDir(), 'naic.sqlite'), { readOnly: true })
  const row = sqlite.prepare('SELECT key FROM certificate_key WHERE certificate_id = ?').get(id)
  sqlite.close()
  return String(row?.['key'])
}

test('what is erased is gone from every file, though the server runs, and the rest stands', async () => {
  const [id = '', other = ''] = ids
  const server = new ServerProcess({ DATA_DIR: dataDir(), SITE_URL: 'https://naic.example' })
  const url = await server.listening()
  const letter = path.join(dataDir(), 'mail', `certificate-${id}.eml`)
  await expect
    .poll(() => readFile(letter, 'utf8').catch(() => ''), { timeout: 15_000 })
    .toContain('Holder')
  expect((await fetch(`${url}/credentials/${id}.json`)).status).toBe(200)
  const [key, keyOfOther] = [keyOf(id), keyOf(other)]
  expect((await whatIsThere()).includes(key)).toBe(true)

  const erased = await council('certificates', 'erase', id.toLowerCase(), '--yes')
  expect(erased).toMatchObject({ status: 0, errors: '' })
  expect(erased.output).toContain(`${id} is erased.\nRemoved: the key`)
  expect(erased.output).toContain('Kept: its ID, its hash and its entry in the log')
  expect(erased.output).toContain('Backups that were made before still have it')
  // The server that runs, and has read it before, has no other answer either.
  expect((await fetch(`${url}/credentials/${id}.json`)).status).toBe(410)
  const there = await whatIsThere()
  for (const gone of [key, 'Unmistakable', 'holder0@example.com']) {
    expect(there.includes(gone), gone).toBe(false)
  }
  expect(there.includes(keyOfOther)).toBe(true)
  expect((await fetch(`${url}/credentials/${other}.json`)).status).toBe(200)
  server.signal('SIGTERM')
  await server.ending

  const verified = await council('log', 'verify')
  expect(verified).toMatchObject({ status: 0, errors: '' })
  expect(verified.output).toContain('1 of the certificates were erased')
})

test('erasing twice is fine, and lists, the certificate and its reference say that it was', async () => {
  const [id = ''] = ids
  await council('certificates', 'erase', id, '--yes')
  const again = await council('certificates', 'erase', id, '--yes')
  expect(again).toMatchObject({ status: 0, errors: '' })
  expect(again.output).toMatch(/was erased at 20\S+ already/)
  const { output } = await council('journal', '--json')
  const deeds = (JSON.parse(output) as { did: string }[]).filter(
    ({ did }) => did === 'certificates erase',
  )
  expect(deeds).toEqual([expect.objectContaining({ subject: id, who: expect.stringMatching(/./) })])
  const shown = await council('certificates', 'show', id)
  expect(shown.output).toMatch(new RegExp(`^id\t${id}\nstate\terased at 20\\S+\n$`))
  expect((await council('certificates', 'list')).output).toMatch(
    new RegExp(`^${id}\t\t\t\tR-1\terased at 20\\S+$`, 'm'),
  )
  const issued = await council('certificates', 'issue', '--csv', csv)
  expect(issued.output).toMatch(new RegExp(`^"R-1",${id},.+,erased\r$`, 'm'))
  expect(issued.errors).toBe('0 issued, 2 issued before, 1 of them erased since.\n')
})

test('nothing is erased where nobody says yes, or there is no such certificate', async () => {
  const [id = ''] = ids
  const unasked = await council('certificates', 'erase', id)
  expect(unasked).toMatchObject({ status: 1, output: '' })
  expect(unasked.errors).toBe('Nothing was erased: nobody can be asked here. Add --yes.\n')
  const unknown = await council('certificates', 'erase', 'NAIC26XXXXX', '--yes')
  expect(unknown).toMatchObject({ status: 1, output: '' })
  expect(unknown.errors).toBe('There is no certificate NAIC26XXXXX.\n')
  expect((await council('certificates', 'show', id)).output).toContain('Unmistakable Holder')
})

test('on a terminal it says whose it is, what goes and what stays, and takes a yes alone', async () => {
  const [id = ''] = ids
  const ask = (answer: string) =>
    councilOnTerminal(dataDir(), ['certificates', 'erase', id], answer + keys.enter)
  const refused = await ask('')
  expect(refused.status).toBe(1)
  expect(refused.shown).toContain(`${id}: Unmistakable Holder, Web Development\nRemoved: the key`)
  expect(refused.shown).toContain('Nothing was erased.')
  expect((await council('certificates', 'show', id)).output).toContain('Unmistakable Holder')
  const agreed = await ask('yes')
  expect(agreed.status).toBe(0)
  expect(agreed.shown).toContain(`${id} is erased.`)
})

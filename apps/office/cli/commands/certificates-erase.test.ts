import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keys, newPlace, type Place } from '@naic/test/support/council.ts'
import { ServerProcess } from '@naic/test/support/run-server.ts'

let place: Place
let csv: string
let ids: string[]
beforeEach(async () => {
  place = await newPlace()
  const rows = ['R-1,Unmistakable Holder', 'R-2,Ravi Iyer'].map(
    (row, at) => `${row},Web Development,4 Weeks,2026-03-14,holder${at}@example.com`,
  )
  csv = await place.csv(rows)
  const issued = await place.council('certificates', 'issue', '--csv', csv)
  ids = [...issued.stdout.matchAll(/^"R-\d",(\w+)/gm)].map(([, id = '']) => id)
  expect(ids).toHaveLength(2)
})
afterEach(() => place.remove())

/** Everything that is in the data folder, byte for byte. */
async function whatIsThere(): Promise<Buffer> {
  const files = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
  const names = files
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
  return Buffer.concat(await Promise.all(names.map((name) => readFile(name))))
}

function keyOf(id: string): string {
  const sqlite = new DatabaseSync(path.join(place.dataDir, 'naic.sqlite'), { readOnly: true })
  const row = sqlite.prepare('SELECT key FROM certificate_key WHERE certificate_id = ?').get(id)
  sqlite.close()
  return String(row?.['key'])
}

test('what is erased is gone from every file, though the server runs, and the rest stands', async () => {
  const [id = '', other = ''] = ids
  const server = new ServerProcess({ DATA_DIR: place.dataDir, SITE_URL: 'https://naic.example' })
  const url = await server.listening()
  const letter = path.join(place.dataDir, 'mail', `certificate-${id}.eml`)
  await expect
    .poll(() => readFile(letter, 'utf8').catch(() => ''), { timeout: 15_000 })
    .toContain('Holder')
  expect((await fetch(`${url}/credentials/${id}.json`)).status).toBe(200)
  const [key, keyOfOther] = [keyOf(id), keyOf(other)]
  expect((await whatIsThere()).includes(key)).toBe(true)

  const erased = await place.council('certificates', 'erase', id.toLowerCase(), '--yes')
  expect(erased).toMatchObject({ code: 0, stderr: '' })
  expect(erased.stdout).toContain(`${id} is erased.\nRemoved: the key`)
  expect(erased.stdout).toContain('Kept: its ID, its hash and its entry in the log')
  expect(erased.stdout).toContain('Backups that were made before still have it')
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

  const verified = await place.council('log', 'verify')
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(verified.stdout).toContain('1 of the certificates were erased')
})

test('erasing twice is fine, and lists, the certificate and its reference say that it was', async () => {
  const [id = ''] = ids
  await place.council('certificates', 'erase', id, '--yes')
  const again = await place.council('certificates', 'erase', id, '--yes')
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toMatch(/was erased at 20\S+ already/)
  const { stdout } = await place.council('journal', '--json')
  const deeds = (JSON.parse(stdout) as { did: string }[]).filter(
    ({ did }) => did === 'certificates erase',
  )
  expect(deeds).toEqual([expect.objectContaining({ subject: id, who: expect.stringMatching(/./) })])
  const shown = await place.council('certificates', 'show', id)
  expect(shown.stdout).toMatch(new RegExp(`^ID: +${id}\nState: +erased at 20\\S+\n$`))
  expect((await place.council('certificates', 'list')).stdout).toMatch(
    new RegExp(`^${id} +R-1 .+erased at 20\\S+$`, 'm'),
  )
  const issued = await place.council('certificates', 'issue', '--csv', csv)
  expect(issued.stdout).toMatch(new RegExp(`^"R-1",${id},.+,erased\r$`, 'm'))
  expect(issued.stderr).toBe('0 issued, 2 issued before, 1 of them erased since.\n')
})

test('nothing is erased where nobody says yes, or there is no such certificate', async () => {
  const [id = ''] = ids
  const unasked = await place.council('certificates', 'erase', id)
  expect(unasked).toMatchObject({ code: 1, stdout: '' })
  expect(unasked.stderr).toBe('Nothing was erased: nobody can be asked here. Add --yes.\n')
  const unknown = await place.council('certificates', 'erase', 'NAIC26XXXXX', '--yes')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toBe('There is no certificate NAIC26XXXXX.\n')
  expect((await place.council('certificates', 'show', id)).stdout).toContain('Unmistakable Holder')
})

test('on a terminal it says whose it is, what goes and what stays, and takes a yes alone', async () => {
  const [id = ''] = ids
  const ask = (answer: string) =>
    place.onTerminal(['certificates', 'erase', id], answer + keys.enter)
  const refused = await ask('')
  expect(refused.code).toBe(1)
  expect(refused.shown).toContain(`${id}: Unmistakable Holder, Web Development\nRemoved: the key`)
  expect(refused.shown).toContain('Nothing was erased.')
  expect((await place.council('certificates', 'show', id)).stdout).toContain('Unmistakable Holder')
  const agreed = await ask('yes')
  expect(agreed.code).toBe(0)
  expect(agreed.shown).toContain(`${id} is erased.`)
})

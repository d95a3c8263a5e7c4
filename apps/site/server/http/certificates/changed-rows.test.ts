import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { documentHash } from '@naic/ledger/format/log-entry.ts'
import { detail, startApi } from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'

/** The site shows nothing unsigned, even to someone who can change the database. */

// One server for all: each test changes another certificate, and only the last the log.
const api = allTests(() =>
  startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' }),
)
// As someone with the file.
const file = () => path.join(api.dataDir, 'naic.sqlite')
const sqlite = allTests(() => new DatabaseSync(file(), { timeout: 10_000 }))
beforeAll(() => {
  sqlite.exec('DROP TRIGGER certificate_no_update; DROP TRIGGER log_entry_no_update')
})

const rowOf = (id: string) =>
  sqlite.prepare('SELECT * FROM certificate WHERE id = ?').get(id) ?? expect.fail(id)
const change = (text: string) => text.replaceAll(/Asha Example|Kabir Placeholder/g, 'Mallory')
const saying = (id: string, document: string) =>
  `UPDATE credential SET document = '${document.replaceAll("'", "''")}' WHERE certificate_id = '${id}'`
const credentialOf = async (id: string) => (await fetch(`${api.url}/credentials/${id}.json`)).text()

test.each<[string, string, (id: string) => Promise<string[]>]>([
  [
    'a holder that was changed',
    'NAIC25A7K2M',
    async (id) => [saying(id, change(await credentialOf(id)))],
  ],
  [
    'the credential of somebody else',
    'NAIC25B3X9Q',
    async (id) => {
      const other = await credentialOf('NAIC25D5P6W')
      return [saying(id, other)]
    },
  ],
  [
    'one whose credential is gone without an erasure',
    'NAIC25C8D1T',
    async (id) => [`DELETE FROM credential WHERE certificate_id = '${id}'`],
  ],
  [
    'one with a hash that fits, in the log as well',
    'NAIC25D5P6W',
    async (id) => {
      const changed = change(await credentialOf(id))
      const hash = await documentHash(JSON.parse(changed))
      return [
        saying(id, changed),
        `UPDATE log_entry SET entry = replace(entry, '${rowOf(id)['hash']}', '${hash}')`,
        `UPDATE certificate SET hash = '${hash}' WHERE id = '${id}'`,
      ]
    },
  ],
])('%s in the database is never shown', async (_what, id, statements) => {
  expect((await fetch(`${api.url}/api/certificates/${id}`)).status).toBe(200)
  for (const statement of await statements(id)) sqlite.exec(statement)
  const before = api.logged.length
  for (const end of ['.json', '.tlog-proof', '.pdf', '.badge.png', '.png', '']) {
    const address = end === '' ? `/api/certificates/${id}` : `/credentials/${id}${end}`
    const answer = await fetch(api.url + address, { redirect: 'manual' })
    expect(answer.status, address).toBe(503)
    expect(await answer.json(), address).toEqual(detail)
  }
  const page = await fetch(`${api.url}/verify/${id}`)
  const html = await page.text()
  expect(html).toContain('"state":"unavailable"')
  expect(html).not.toContain('Mallory')
  expect(page.status).toBe(503)
  const logged = api.logged.slice(before)
  expect(logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)).toHaveLength(7)
  // Nor is the operator's log the place for names.
  expect(logged.join('')).not.toContain('Mallory')
})

test('no column of a certificate says what the credential says', () => {
  expect(JSON.stringify(rowOf('NAIC25F9H4Z'))).not.toMatch(/Example|Generative|Weeks|2025-07-02/)
})

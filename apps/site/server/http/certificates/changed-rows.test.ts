import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { credentialHash } from '@naic/ledger/format/log-entry.ts'
import { resealed } from '@naic/test/support/resealed-certificate.ts'
import { type Api, detail, startApi } from '@naic/test/support/start-api.ts'

/** The site shows nothing unsigned, even to someone who can change the database. */

const id = 'NAIC25A7K2M'

let api: Api
beforeEach(async () => {
  api = await startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' })
})
afterEach(() => api.close())

/** As someone with the file who drops the triggers. */
function byHand(...statements: string[]): void {
  const sqlite = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  sqlite.exec('DROP TRIGGER certificate_no_update; DROP TRIGGER log_entry_no_update')
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

const change = (text: string) => text.replaceAll('Asha Example', 'Mallory')
const of = (text: string) => resealed(api.services.database, id, text === '' ? change : () => text)

async function expectNothingShown() {
  for (const address of [
    `/api/certificates/${id}`,
    `/credentials/${id}.json`,
    `/credentials/${id}.tlog-proof`,
    `/credentials/${id}.pdf`,
    `/credentials/${id}.badge.png`,
    `/credentials/${id}.png`,
  ]) {
    const answer = await fetch(api.url + address, { redirect: 'manual' })
    expect(answer.status, address).toBe(503)
    expect(await answer.json(), address).toEqual(detail)
  }
  const page = await fetch(`${api.url}/verify/${id}`)
  const html = await page.text()
  expect(html).toContain('"state":"unavailable"')
  expect(html).not.toContain('Mallory')
  expect(page.status).toBe(503)
  const failures = api.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(failures).toHaveLength(7)
  // Nor is the operator's log the place for names.
  expect(api.logged.join('')).not.toContain('Mallory')
}

const credentialOf = async (other: string) =>
  (await fetch(`${api.url}/credentials/${other}.json`)).text()

test.each<[string, () => Promise<string[]>]>([
  ['a holder that was changed', () => of('')],
  [
    'one with a hash that fits',
    async () => {
      const changed = change(await credentialOf(id))
      const hash = await credentialHash(JSON.parse(changed))
      const before = String(rowOf()['hash'])
      return [
        ...(await of(changed)),
        `UPDATE certificate SET hash = '${hash}' WHERE id = '${id}'`,
        `UPDATE log_entry SET entry = replace(entry, '${before}', '${hash}')`,
      ]
    },
  ],
  ['the credential of somebody else', async () => of(await credentialOf('NAIC25B3X9Q'))],
  [
    'one whose key is gone without an erasure',
    async () => [`DELETE FROM certificate_key WHERE certificate_id = '${id}'`],
  ],
])('%s in the database is never shown', async (_what, statements) => {
  byHand(...(await statements()))
  await expectNothingShown()
})

test('no column of a certificate says what the credential says', () => {
  expect(Object.keys(rowOf()).sort()).toEqual([
    'credential',
    'external_reference',
    'hash',
    'id',
    'issued_at',
    'log_index',
    'status_index',
  ])
  expect(JSON.stringify(rowOf())).not.toMatch(/Asha|Learning|Weeks|2025-07-02/)
})

function rowOf() {
  const sqlite = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  const row = sqlite.prepare('SELECT * FROM certificate WHERE id = ?').get(id) ?? {}
  sqlite.close()
  return row
}

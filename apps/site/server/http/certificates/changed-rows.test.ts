import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resealed } from '@naic/test/support/resealed-certificate.ts'
import { type Api, detail, startApi } from '@naic/test/support/start-api.ts'

/** What somebody cannot do who has the database: have the site show what nobody has signed. */

const id = 'NAIC25A7K2M'

let api: Api
beforeEach(async () => {
  api = await startApi({ SITE_URL: 'https://naic.example', LOOKUPS_PER_MINUTE: '1000' })
})
afterEach(() => api.close())

/** As whoever has the file and takes the triggers away. */
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

test('a holder that was changed in the database is never shown', async () => {
  byHand(...(await of('')))
  await expectNothingShown()
})

test('nor with a hash that fits', async () => {
  const found = await (await fetch(`${api.url}/credentials/${id}.json`)).json()
  const credential = JSON.parse(change(JSON.stringify(found)))
  const { credentialHash } = await import('@naic/ledger/format/log-entry.ts')
  const hash = await credentialHash(credential)
  const { hash: before } = rowOf()
  byHand(
    ...(await of(JSON.stringify(credential))),
    `UPDATE certificate SET hash = '${hash}' WHERE id = '${id}'`,
    `UPDATE log_entry SET entry = replace(entry, '${String(before)}', '${hash}')`,
  )
  await expectNothingShown()
})

test('nor the credential of somebody else in its place', async () => {
  const other = await (await fetch(`${api.url}/credentials/NAIC25B3X9Q.json`)).text()
  byHand(...(await of(other)))
  await expectNothingShown()
})

test('nor one whose key is gone, of which nobody said that it was erased', async () => {
  byHand(`DELETE FROM certificate_key WHERE certificate_id = '${id}'`)
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

import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startApi } from '@naic/test/support/start-api.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const api = eachTest(() => startApi())

/** Writes noise over the first page of a table, in another process: closing the file would undo our locks. */
function damage(table: string): void {
  const file = path.join(api.dataDir, 'naic.sqlite')
  const sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const [{ page } = {}] = sqlite
    .prepare('SELECT rootpage - 1 AS page FROM sqlite_master WHERE name = ?')
    .all(table)
  sqlite.close()
  const where = [`of=${file}`, 'bs=4096', 'count=1', `seek=${Number(page)}`, 'conv=notrunc']
  execFileSync('dd', ['if=/dev/urandom', ...where], { stdio: 'ignore' })
}

const ready = async () => (await fetch(`${api.url}/ready`)).status
const lastLine = () => JSON.parse(api.logged.at(-1) ?? '{}')

test('a check of a whole file logs that it found no damage', async () => {
  await api.services.damage.run()
  expect(lastLine()).toMatchObject({ level: 30, msg: 'database: SQLite finds no damage' })
  expect(await ready()).toBe(200)
})

test('a damaged page is logged with its table, and the server is no longer ready', async () => {
  damage('message_answer')
  expect(await ready()).toBe(200)
  await api.services.damage.run()
  expect(lastLine()).toMatchObject({
    level: 50,
    faults: [expect.stringMatching(/^message_answer: /)],
    msg: expect.stringContaining('restore the newest backup'),
  })
  expect(await ready()).toBe(503)
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
})

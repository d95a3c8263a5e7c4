import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCouncilBesideServer } from '../../support/council-beside-server.ts'
import { PostgresPlace } from '../../support/postgres-places.ts'
import { runCouncil } from '../../support/run-council.ts'

const run = promisify(execFile)

let site: Awaited<ReturnType<typeof startCouncilBesideServer>>
let folder: string
beforeEach(async () => {
  site = await startCouncilBesideServer('PostgreSQL')
  folder = await mkdtemp(path.join(tmpdir(), 'naic-dump-'))
})
afterEach(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

/** What the unit runs where rows are in PostgreSQL, as the drop-in has it. */
async function backUp(settings: Record<string, string>): Promise<void> {
  const unit = await readFile('deploy/naic-backup-postgres.conf', 'utf8')
  const [, line = ''] = /^ExecStart=(\/.+)$/m.exec(unit) ?? []
  const [program = '', ...words] = line
    .replace('/opt/naic/', `${process.cwd()}/`)
    .replace('/var/lib/naic-backups', folder)
    .split(' ')
  await run(program, words, { env: { ...process.env, ...settings } })
}

test('the nightly backup of PostgreSQL is restored as docs/backup.md says, and all is there', async () => {
  const { reference } = await site.apply()
  await backUp(site.settings)
  const [name = '', ...others] = await readdir(folder)
  expect(name).toMatch(/^naic-\d{4}-\d\d-\d\d-\d{4}[.]tar$/)
  expect(others).toEqual([])

  const restored = path.join(folder, 'restored')
  await mkdir(restored, { mode: 0o700 })
  await run('tar', ['-xf', path.join(folder, name), '-C', restored])
  const docs = await readFile('docs/backup.md', 'utf8')
  const [, options = ''] = /^pg_restore (.+) --dbname=/m.exec(docs) ?? []
  const place = new PostgresPlace()
  await place.createEmpty()
  const dump = path.join(restored, 'naic.dump')
  await run('pg_restore', [...options.split(' '), `--dbname=${place.url}`, dump])
  await rm(dump)
  const settings = { ...site.settings, DATABASE_URL: place.url }
  const verified = await runCouncil(restored, ['log', 'verify'], settings)
  expect(verified).toMatchObject({ status: 0, errors: '' })
  const checked = await runCouncil(restored, ['check', '--no-log'], settings)
  expect(checked.errors).toContain('All is as it was stored.')
  expect((await runCouncil(restored, ['applications', 'show', reference], settings)).status).toBe(0)
  await place.remove()
})

test('a backup that cannot be made fails, and leaves nothing', async () => {
  const nowhere = { ...site.settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/naic' }
  await expect(backUp(nowhere)).rejects.toThrow(/pg_dump/)
  expect(await readdir(folder)).toEqual([])
})

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { installed } from '#support/debian-packages.ts'
import { PostgresServer } from '#support/postgres-server.ts'
import { runCouncil } from '#support/council.ts'
import { startApi } from '#support/start-api.ts'

const run = promisify(execFile)

/** Of Debian's own PostgreSQL: pg_dump takes no server that is newer than itself. */
const debians = '/usr/lib/postgresql'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-dump-'))
})
afterEach(() => rm(folder, { recursive: true }))

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

test('the nightly backup of PostgreSQL is restored as docs/backup.md says, and all is there', async ({
  skip,
}) => {
  const tools = await installed(['postgresql'])
  skip(tools !== true, String(tools))
  const [version = ''] = (await readdir(debians)).toSorted().toReversed()
  const postgres = await PostgresServer.start({}, {}, path.join(debians, version))
  await postgres.query('postgres', 'CREATE DATABASE naic', 'CREATE DATABASE again')
  const settings = { SITE_URL: 'https://naic.example', DATABASE_URL: postgres.urlOf('naic') }
  const api = await startApi(settings)
  expect((await api.post(formData())).status).toBe(201)
  await backUp({ ...settings, DATA_DIR: api.dataDir })
  await api.close()
  const [name = '', ...others] = await readdir(folder)
  expect(name).toMatch(/^naic-\d{4}-\d\d-\d\d-\d{4}[.]tar$/)
  expect(others).toEqual([])

  const restored = path.join(folder, 'restored')
  await mkdir(restored, { mode: 0o700 })
  await run('tar', ['-xf', path.join(folder, name), '-C', restored])
  const docs = await readFile('docs/backup.md', 'utf8')
  const [, options = ''] = /^pg_restore (.+) --dbname=/m.exec(docs) ?? []
  const again = { ...settings, DATABASE_URL: postgres.urlOf('again') }
  const dump = path.join(restored, 'naic.dump')
  await run('pg_restore', [...options.split(' '), `--dbname=${again.DATABASE_URL}`, dump])
  await rm(dump)
  const verified = await runCouncil(restored, ['log', 'verify'], again)
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  const checked = await runCouncil(restored, ['check', '--no-log'], again)
  expect(checked.stderr).toMatch(/^1 resumes of applications.+\nAll is as it was stored[.]\n$/)
  const listed = await runCouncil(restored, ['applications', '--json'], again)
  expect(JSON.parse(listed.stdout)).toHaveLength(1)
  await postgres.stop()
})

test('a backup that cannot be made fails, and leaves nothing', async () => {
  const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/naic', DATA_DIR: folder }
  await expect(backUp(nowhere)).rejects.toThrow(/pg_dump/)
  expect(await readdir(folder)).toEqual([])
})

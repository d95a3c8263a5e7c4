import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { runCouncil } from '#support/council.ts'
import { makeNightlyBackup } from '#support/nightly-backup.ts'
import { eachTest, newFolder } from '#support/opened.ts'
import { PostgresServer } from '#support/postgres-server.ts'
import { startApi } from '#support/start-api.ts'
import { issueIn } from '#support/issue-in.ts'

const folder = eachTest(newFolder)
const postgres = eachTest(() => PostgresServer.start())
let settings: Record<string, string>
const api = eachTest(async () => {
  await postgres.query('postgres', 'CREATE DATABASE naic', 'CREATE DATABASE again')
  settings = { SITE_URL: 'https://naic.example', DATABASE_URL: postgres.urlOf('naic') }
  const started = await startApi(settings)
  expect((await started.post(formData())).status).toBe(201)
  await started.letterQueueEmpty()
  return started
})
const nightly = eachTest(() => makeNightlyBackup({ ...settings, DATA_DIR: api.dataDir }))

test('the nightly backup is restored into an empty database, and all is there', async () => {
  const again = { ...settings, DATABASE_URL: postgres.urlOf('again') }
  const council = (...words: string[]) => runCouncil(folder.file('restored'), words, again)
  expect(await nightly.backUp()).toMatchObject({ code: 0 })
  const file = await nightly.newest()
  expect(await council('restore', file)).toMatchObject({ code: 0 })
  expect(await council('log', 'verify')).toMatchObject({ code: 0, stderr: '' })
  const checked = await council('check')
  expect(checked.stderr).toMatch(/^1 resume, .+\nAll is as it was stored[.]\n$/)
  // A server starts there: the folder of the resumes is known to its rows.
  expect((await council('doctor')).stdout).not.toContain('another folder')
})

test('who is made as docs/backup.md says reads all of it, and changes nothing', async () => {
  const page = await readFile('docs/backup.md', 'utf8')
  const [, sql = ''] = /```sql\n([^]*?)```/.exec(page) ?? []
  await postgres.query('naic', ...sql.split(/(?<=;)\n/).filter(Boolean))
  const DATABASE_URL = postgres.urlOf('naic', 'naic_backup')
  const asBackup = { ...settings, DATABASE_URL, DATABASE_PASSWORD: 'a fourth long password' }
  const made = await runCouncil(api.dataDir, ['backup', folder.file('a.tar')], asBackup)
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('1 application,') })
  const mayChange = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
    AND has_table_privilege('naic_backup', oid, 'INSERT, UPDATE, DELETE, TRUNCATE')`
  expect(await postgres.query('naic', mayChange)).toEqual([])
})

test('by hand, the site’s user hears that the owner of the tables may', async () => {
  const rights = [
    'GRANT SELECT ON ALL TABLES IN SCHEMA public TO site',
    'REVOKE ALL ON staff FROM site',
  ]
  await postgres.query('naic', "CREATE ROLE site LOGIN PASSWORD 'site'", ...rights)
  const DATABASE_URL = postgres.urlOf('naic', 'site')
  const asSite = { ...settings, DATABASE_URL, DATABASE_PASSWORD: 'site' }
  const { code, stderr } = await runCouncil(api.dataDir, ['backup', folder.file('a.tar')], asSite)
  expect([code, stderr]).toEqual([1, expect.stringContaining('"council --as-owner backup"')])
})

test('rows, keys and resumes fit together, however much comes in meanwhile', async () => {
  const over = new AbortController()
  const crowd = (async () => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      await api.post(formData({ email: `n${at}@example.com` }))
      await issueIn({ DATA_DIR: api.dataDir, ...settings }, { holder: 'Asha' })
    }
  })()
  for (let night = 0; night < 2; night += 1) {
    expect(await nightly.backUp({ BACKUP_OPTIONS: '' })).toMatchObject({ code: 0 })
    const { code, said } = await nightly.rehearse()
    expect({ code, said }).toMatchObject({ code: 0 })
    expect(said).toMatch(/checked and removed: \d+ applications?/)
  }
  over.abort()
  await crowd
})

import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { runCouncil } from '#support/council.ts'
import { makeNightlyBackup } from '#support/nightly-backup.ts'
import { eachTest, newFolder } from '#support/opened.ts'
import { PostgresServer } from '#support/postgres-server.ts'
import { startApi } from '#support/start-api.ts'
import { rowsIn } from '#support/whole-installation.ts'
import { issueIn } from '#support/issue-in.ts'

const folder = eachTest(newFolder)
const postgres = eachTest(() => PostgresServer.startDebians())
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
  expect(checked.stderr).toMatch(/^1 resume of applications.+\nAll is as it was stored[.]\n$/)
  // A server starts there: the folder of the resumes is known to its rows.
  expect((await council('doctor')).stdout).not.toContain('another folder')

  const onto = await runCouncil(folder.file('onto'), ['restore', file], again)
  expect([onto.code, onto.stderr]).toEqual([1, expect.stringContaining('which is not empty')])
  expect(await readdir(folder.path)).toEqual(['restored'])
})

test('without a database it becomes SQLite’s file, with the same rows', async () => {
  const file = folder.file('a.tar')
  expect(await runCouncil(api.dataDir, ['backup', file], settings)).toMatchObject({ code: 0 })
  const disk = folder.file('disk')
  const onDisk = (...words: string[]) =>
    runCouncil(disk, words, { SITE_URL: 'https://naic.example' })
  const { code, stderr } = await onDisk('restore', file)
  expect(code, stderr).toBe(0)
  const rows = rowsIn(disk)
  for (const table of ['application', 'letter', 'certificate', 'log_entry', 'journal']) {
    expect(rows[table]).toHaveLength((await postgres.query('naic', `SELECT FROM ${table}`)).length)
  }
  expect((await onDisk('check')).stderr).toMatch(/^1 resume of .+\nAll is as it was stored[.]\n$/)
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

test('a rehearsal has a PostgreSQL of its own, which is gone with it, also if it is killed', async () => {
  expect(await nightly.backUp()).toMatchObject({ code: 0 })
  const databases = () => postgres.query('postgres', 'SELECT datname FROM pg_database ORDER BY 1')
  const before = await databases()
  const servers = async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
    return (await Promise.all(lines)).filter((line) => line.includes(nightly.place)).join('\n')
  }
  const child = nightly.start('naic-rehearsal')
  const over = once(child, 'exit')
  await vi.waitFor(async () => expect(await servers()).toContain('/postgres'), {
    timeout: 90_000,
    interval: 20,
  })
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await over
  await expect.poll(servers).toBe('')
  expect(await nightly.word('rehearsal')).toMatchObject({ outcome: 'unfinished' })

  // The next one removes what that has left.
  const { code, said } = await nightly.rehearse()
  expect({ code, said }).toMatchObject({ code: 0 })
  expect(said).toContain('The site has 1 application,')
  expect(await readdir(nightly.place)).toEqual([])
  expect(await servers()).toBe('')
  expect(await databases()).toEqual(before)
})

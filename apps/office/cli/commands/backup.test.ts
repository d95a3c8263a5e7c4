import { execFileSync } from 'node:child_process'
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import type { Manifest } from '#backup/backup-format.ts'
import { cv, formData } from '@naic/test/support/ashas-form.ts'
import { councilIn } from '@naic/test/support/council.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'

const folder = eachTest(newFolder)
const file = () => folder.file('naic.tar')
const api = eachTest(() => startApi())
beforeEach(async () => {
  for (const email of ['asha@example.com', 'ravi@example.com']) await api.post(formData({ email }))
  await api.letterQueueEmpty()
})

const council = (...words: string[]) => councilIn(api.dataDir, words)
const restore = () => councilIn(folder.file('data'), ['restore', file()])
const tar = (...words: string[]) => execFileSync('tar', words, { cwd: folder.path }).toString()
const manifest = (): Manifest => JSON.parse(tar('xOf', file(), 'manifest.json'))

/** What a backup that has not ended has in the data folder. */
const unfinished = () => readdir(path.join(api.dataDir, 'tmp'))

test('a backup has the staff of the desk, and nothing by which somebody came in', async () => {
  using rows = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  const at = '2026-03-14T00:00:00.000Z'
  const passing = { invitation: 'a'.repeat(64), session: 'b'.repeat(64) }
  rows.exec(`INSERT INTO staff VALUES ('1', 'Nandini Rao', 'reviewer', '${at}', NULL, NULL);
    INSERT INTO staff_passkey VALUES ('p', '1', 'key', '0', '${at}', NULL);
    INSERT INTO staff_invitation VALUES ('${passing.invitation}', '1', '${at}', NULL);
    INSERT INTO staff_session VALUES ('${passing.session}', '1', 'p', '${at}', '${at}')`)
  expect((await council('backup', file())).code).toBe(0)
  const copy = execFileSync('tar', ['xOf', file(), 'naic.sqlite'], {
    maxBuffer: 1e9,
    cwd: folder.path,
  })
  expect(copy.includes('Nandini Rao')).toBe(true)
  for (const secret of Object.values(passing)) expect(copy.includes(secret)).toBe(false)
  expect((await restore()).code).toBe(0)
  const restored = await councilIn(folder.file('data'), ['staff', 'list', '--json'])
  const nandini = { name: 'Nandini Rao', roles: 'reviewer', state: 'works', passkeys: 1 }
  expect(JSON.parse(restored.stdout)).toMatchObject([nandini])
})

test('a backup is one tar file for its owner only, keys first, with exactly what the rows name', async () => {
  const nobodys = path.join(api.dataDir, 'resumes', crypto.randomUUID())
  await writeFile(nobodys, 'No application names this one.')
  const { code, stdout, stderr } = await council('backup', file())
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toMatch(/^The backup has all .+ 2 applications, 0 messages, 14 certificates.+\n$/)
  expect((await stat(file())).mode & 0o777).toBe(0o600)

  const names = tar('tf', file()).trimEnd().split('\n')
  const kinds = names.map((name) => name.replace(/\/.+/, ''))
  expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(
    'keys naic.sqlite resumes mail manifest.json sha256'.split(' '),
  )
  expect(names).toContain('keys/last-checkpoint')
  expect(names.filter((name) => name.startsWith('keys/'))).toHaveLength(3)
  expect(names.filter((name) => name.startsWith('mail/'))).toHaveLength(4)
  const keys = (await api.applications()).map(({ resume_key }) => `resumes/${resume_key}`)
  expect(names.filter((name) => name.startsWith('resumes/'))).toEqual(keys.toSorted())
  const first = execFileSync('tar', ['xOf', file(), keys[0] ?? ''])
  expect(first.equals(Buffer.from(cv))).toBe(true)
  expect(await unfinished()).toEqual([])
  expect(await readdir(folder.path)).toEqual(['naic.tar'])
})

test('a database that an older version left is copied as it is', async () => {
  using database = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  const query = database.prepare('SELECT name FROM kysely_migration ORDER BY name DESC')
  const [newest, before] = query.all().map((row) => String(row['name']))
  database.prepare('DELETE FROM kysely_migration WHERE name = ?').run(newest ?? '')
  expect(await council('backup', file())).toMatchObject({ code: 0 })
  expect(manifest()).toMatchObject({ schema: before ?? '', damaged: [] })
})

test('a file that is there is left as it is, unless --overwrite is said', async () => {
  await writeFile(file(), 'Of yesterday.')
  const { code, stderr } = await council('backup', file())
  expect(stderr).toMatch(/^No backup was made[.] .+naic[.]tar is there already[.] .+\n$/)
  expect(code).toBe(1)
  expect(await readFile(file(), 'utf8')).toBe('Of yesterday.')
  expect(await council('backup', file(), '--overwrite')).toMatchObject({ code: 0 })
  expect(tar('tf', file())).toContain('naic.sqlite')
  expect((await stat(file())).mode & 0o777).toBe(0o600)
})

test('what is no folder is no place for a backup or a rehearsal', async () => {
  await council('backup', file())
  const inFile = await council('backup', path.join(file(), 'naic.tar'))
  expect(inFile.stderr).toMatch(
    /^No backup was made[.] .+ cannot be written [(]ENOTDIR: .+[)][.]\n$/,
  )
  expect(inFile.code).toBe(1)
  const { code, stderr } = await council('rehearse', file(), '--in', file())
  expect(stderr).toMatch(/ cannot be restored[.] .+naic[.]tar cannot be used [(]ENOTDIR[)][.]\n$/)
  expect(code).toBe(1)
})

test('a resume that is changed or gone is named, and all else is in the backup', async () => {
  const rows = await api.applications()
  const [changed, gone] = rows.map(({ resume_key }) =>
    path.join(api.dataDir, 'resumes', resume_key),
  )
  await writeFile(changed ?? '', 'Something else.')
  await rm(gone ?? '')
  const { code, stderr } = await council('backup', file())
  expect(code).toBe(3)
  const restored = await restore()
  expect(restored.code).toBe(0)
  for (const [at, why] of ['is not as it was received', 'is missing'].entries()) {
    const { id, resume_key: key } = rows[at] ?? {}
    expect(stderr).toContain(`The resume of application ${id} (resumes/${key}) ${why}.`)
    expect(manifest().damaged).toContainEqual(
      expect.objectContaining({ name: `resumes/${key}`, why }),
    )
    expect(restored.stderr).toContain(`(resumes/${key}) ${why}.`)
  }
})

test('a damaged page of the database is named', async () => {
  const database = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const page = "SELECT rootpage - 1 AS at FROM sqlite_master WHERE name = 'message_answer'"
  const at = Number(database.prepare(page).get()?.['at'])
  database.close()
  // In another process: closing the file here would undo the server's locks on it.
  const where = ['of=naic.sqlite', 'bs=4096', 'count=1', `seek=${at}`, 'conv=notrunc']
  execFileSync('dd', ['if=/dev/urandom', ...where], { cwd: api.dataDir, stdio: 'ignore' })
  const { code, stderr } = await council('backup', file())
  expect(code).toBe(3)
  expect(stderr).toContain('The database is damaged (SQLite: ')
})

test('a private key that is missing is named', async () => {
  const keys = path.join(api.dataDir, 'keys')
  const name = (await readdir(keys)).find((one) => one.startsWith('key-')) ?? ''
  await rm(path.join(keys, name))
  const { code, stderr } = await council('backup', file())
  expect(code).toBe(3)
  expect(stderr).toContain(`The private key ${name.replace('.pem', '')} is not in keys/`)
  expect(stderr).not.toContain('can be restored')
})

test('a key that is rotated after the keys were copied, and before the database is, is in it', async () => {
  // Reading it takes until the test writes to it, and it is read last.
  const slow = path.join(api.dataDir, 'keys', 'log-9999.pem')
  execFileSync('sh', ['-c', `mkfifo ${slow}`])
  const backup = council('backup', file())
  const reading = await open(slow, 'w')
  expect(await council('keys', 'rotate', 'credentials')).toMatchObject({ code: 0 })
  await rm(slow)
  await reading.close()
  expect(await backup).toMatchObject({ code: 0 })
  expect(await restore()).toMatchObject({ code: 0 })
})

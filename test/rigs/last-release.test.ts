import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { databaseFile } from '@naic/installation/storage.ts'
import { openPostgresDatabase } from '@naic/platform/database/postgres/postgres-database.ts'
import { openSqliteDatabase } from '@naic/platform/database/sqlite/sqlite-database.ts'
import { apply } from '#support/apply-by-number.ts'
import { runCouncil } from '#support/council.ts'
import { linkPackages } from '#support/link-packages.ts'
import { nextSchema } from '#support/next-schema.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { ServerProcess } from '#support/run-server.ts'
import lastRelease from './last-release.json' with { type: 'json' }

/**
 * The program of the last release, built from history, at work on the tables of this tree, and on what
 * a next version might add to them: so copies are replaced one by one, and going back needs no restore.
 */

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const { version, commit } = lastRelease

const isThere =
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0
const why = isThere ? '' : `, skipped: this clone has no history back to ${commit}`

const engines = [
  { name: 'SQLite', place: () => undefined },
  { name: 'PostgreSQL', place: () => new PostgresPlace() },
]

describe.skipIf(!isThere)(`the program of ${version}, the last release${why}`, () => {
  let old: string
  beforeAll(async () => {
    old = await mkdtemp(path.join(tmpdir(), 'naic-last-release-'))
    const archive = spawn('git', ['archive', commit], { cwd: root })
    const unpacking = spawn('tar', ['-x', '-C', old])
    archive.stdout.pipe(unpacking.stdin)
    await once(unpacking, 'close')
    linkPackages(old)
    const inBin = `${path.join(root, 'node_modules/.bin')}:${process.env['PATH']}`
    await run('node', ['tools/build.ts'], { cwd: old, env: { ...process.env, PATH: inBin } })
  })
  afterAll(() => rm(old, { recursive: true }))

  /** A command of that version, in a process of its own. */
  async function oldCouncil(words: readonly string[], settings: Record<string, string>) {
    const child = spawn('node', ['apps/office/cli/council.ts', ...words], {
      cwd: old,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, stdout, stderr }
  }

  test.each(engines)(
    'serves, decides and issues on the tables of this one: $name',
    async ({ place }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'naic-newer-'))
      const postgres = place()
      await postgres?.make()
      const dataDir = path.join(folder, 'data')
      await mkdir(dataDir, { mode: 0o700 })
      const settings = {
        SITE_URL: 'https://naic.example',
        DATA_DIR: dataDir,
        ...(postgres && { DATABASE_URL: postgres.url }),
      }
      const send = async (server: ServerProcess, number: number) => {
        const url = await server.listening()
        expect((await apply(url, number)).status).toBe(201)
        return url
      }
      const stop = async (server: ServerProcess) => {
        server.signal('SIGTERM')
        expect(await server.ending).toMatchObject({ status: 0 })
      }

      // This version makes the tables, and the next one adds to them.
      const present = new ServerProcess(settings)
      await send(present, 0)
      await stop(present)
      const { database } = readConfig(settings)
      const next = await (database
        ? openPostgresDatabase(database, nextSchema)
        : openSqliteDatabase(databaseFile(dataDir), nextSchema))
      await next.close()

      expect(await oldCouncil(['schema', '--check'], settings)).toMatchObject({
        code: 0,
        stderr: '',
      })
      const before = new ServerProcess(settings, { cwd: old })
      const url = await send(before, 1)
      const listed = await oldCouncil(['applications', 'list', '--json'], settings)
      const applications = JSON.parse(listed.stdout) as { reference: string }[]
      expect(applications).toHaveLength(2)
      for (const { reference } of applications) {
        const words = ['applications', 'set-status', reference, 'accepted', '--yes']
        expect(await oldCouncil(words, settings)).toMatchObject({ code: 0 })
      }
      const facts = [
        '--domain',
        'Web Development',
        '--duration',
        '4 Weeks',
        '--verified-on',
        '2026-03-14',
      ]
      const order = ['certificates', 'issue', '--holder', 'Asha Rao', ...facts]
      const issued = await oldCouncil(order, settings)
      const [, id] = /,(NAIC\w+),/.exec(issued.stdout) ?? []
      expect(id, issued.stderr).toBeDefined()
      expect((await fetch(`${url}/api/certificates/${id}`)).status).toBe(200)
      expect((await fetch(`${url}/verify/${id}`)).status).toBe(200)
      expect(await oldCouncil(['log', 'verify'], settings)).toMatchObject({ code: 0 })

      // It goes on, and passes over nothing that it does not know.
      const [{ reference } = { reference: '' }] = applications
      const erased = await oldCouncil(['erase', reference, '--yes'], settings)
      expect(erased).toMatchObject({ code: 1, stdout: '' })
      expect(erased.stderr).toContain('A newer version of the program has added to the tables')
      await expectDeskToOpen(old, settings)
      if (!database) {
        const backup = await oldCouncil(['backup', path.join(folder, 'naic.tar')], settings)
        expect(backup.code, backup.stderr).toBe(0)
      }
      await stop(before)

      // And this version goes on with what that one wrote.
      const again = new ServerProcess(settings)
      expect((await fetch(`${await send(again, 2)}/api/certificates/${id}`)).status).toBe(200)
      await stop(again)
      const now = await runCouncil(dataDir, ['applications', 'list', '--json'], settings)
      expect(JSON.parse(now.stdout)).toHaveLength(3)
      await rm(folder, { recursive: true })
      await postgres?.remove()
    },
  )
})

async function expectDeskToOpen(tree: string, settings: Record<string, string>): Promise<void> {
  const desk = spawn('node', ['apps/office/cli/council.ts', 'desk', '--port', '0'], {
    cwd: tree,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [said] = await once(desk.stdout, 'data')
  const [address = ''] = /http:\S+/.exec(String(said)) ?? []
  const { origin, hash } = new URL(address)
  const opened = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Desk-Token': hash.replace('#open=', '') },
    body: '{}',
  })
  const { session } = (await opened.json()) as { session: string }
  const asked = await fetch(`${origin}/api/applications`, {
    headers: { 'X-Desk-Session': session },
  })
  expect(asked.status, await asked.text()).toBe(200)
  desk.kill('SIGINT')
  await once(desk, 'close')
}

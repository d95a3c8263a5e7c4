import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweepResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { openPostgresDatabase } from '@naic/platform/database/postgres/postgres-database.ts'
import { openSqliteDatabase } from '@naic/platform/database/sqlite/sqlite-database.ts'
import type { Addition, Schema } from '@naic/platform/database/tables.ts'
import { openServices } from '@naic/site/server/services.ts'
import { apply } from '@naic/test/support/apply-by-number.ts'
import { councilIn } from '@naic/test/support/council.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { readConfig } from './config.ts'
import { councilSchema } from './council-schema.ts'
import { databaseFile } from './storage.ts'

/** What the next version might bring: a column in every table, and what belongs to people. */
const nextSchema: Schema = {
  ...councilSchema,
  migrations: {
    ...councilSchema.migrations,
    '900-columns': {
      adds: Object.keys(councilSchema.tables).flatMap((table): Addition[] => [
        `ALTER TABLE ${table} ADD COLUMN later_word text`,
        `ALTER TABLE ${table} ADD COLUMN later_number integer NOT NULL DEFAULT 7`,
      ]),
    },
    '901-interviews': {
      adds: [
        'CREATE TABLE interview (application_id text PRIMARY KEY NOT NULL REFERENCES application (id) ON DELETE CASCADE, resume_key text NOT NULL)',
        'CREATE INDEX IF NOT EXISTS interview_by_resume ON interview (resume_key)',
      ],
    },
  },
}

const site = 'https://naic.example'

describe.each(dataEngines)(
  'a version that meets the tables of a newer one: $name',
  ({ prepare }) => {
    let api: Api
    let settings: Record<string, string>
    let remove: () => Promise<void>
    beforeEach(async () => {
      const engine = await prepare()
      remove = engine.remove
      const given = { SITE_URL: site, RETENTION_DAYS: '365', ...engine.settings }
      api = await startApi(given)
      settings = { DATA_DIR: api.dataDir, ...given }
    })
    afterEach(async () => {
      await api.close()
      await remove()
    })

    const openAs = (schema: Schema) => {
      const { database, dataDir } = readConfig(settings)
      return database
        ? openPostgresDatabase(database, schema)
        : openSqliteDatabase(databaseFile(dataDir), schema)
    }
    const council = (...words: string[]) => councilIn(api.dataDir, words, settings)
    const reference = async () => {
      const { stdout } = await council('applications', 'list', '--json')
      return (JSON.parse(stdout) as { reference: string }[])[0]?.reference ?? ''
    }

    test('goes on while that comes, and starts on them', async () => {
      expect((await apply(api.url, 0)).status).toBe(201)
      const answers = Array.from({ length: 5 }, (_, number) => apply(api.url, number + 1))
      await (await openAs(nextSchema)).close()
      for (const { status } of await Promise.all(answers)) expect(status).toBe(201)
      expect((await apply(api.url, 30)).status).toBe(201)

      const said = await council('schema')
      expect(said.code, said.stderr).toBe(0)
      expect(said.stdout).toContain('A newer version added 900-columns, 901-interviews')
      expect(await council('schema', '--check')).toMatchObject({ code: 0, stdout: '', stderr: '' })
      for (const words of [
        ['applications', 'set-status', await reference(), 'accepted', '--yes'],
        ['keys', 'rotate', 'log'],
        ['log', 'verify'],
        ['migrate'],
      ]) {
        const { code, stderr } = await council(...words)
        expect(code, `${words.join(' ')}: ${stderr}`).toBe(0)
      }
      const health = await council('doctor', '--json')
      const says = expect.stringContaining('900-columns')
      expect(JSON.parse(health.stdout)).toContainEqual(
        expect.objectContaining({ of: 'database', state: 'warning', says }),
      )
      const services = await openServices(readConfig(settings), api.services.log)
      await services.database.close()
    })

    test('removes nothing, and passes over nothing, of what it may not know', async () => {
      const { body } = await apply(api.url, 0)
      const whose = await reference()
      const { database, files } = api.services.applications
      const next = await openAs(nextSchema)
      await next.atomic([
        sql`INSERT INTO interview VALUES (${(body as { id: string }).id}, 'a file of the newer version')`.compile(
          next.build,
        ),
      ])
      const sentence =
        /^A newer version of the program has added to the tables [(]900-columns, 901-interviews[)], .+ Nothing was done: do it with that version[.]\n$/
      for (const words of [
        ['erase', whose, '--yes'],
        ['person', whose],
        ['retention', '--yes'],
        ['certificates', 'erase', 'NAIC25A7K2M', '--yes'],
        ['check'],
      ]) {
        const { code, stdout, stderr } = await council(...words)
        expect({ code, stdout }, words.join(' ')).toEqual({ code: 1, stdout: '' })
        expect(stderr, words.join(' ')).toMatch(sentence)
      }
      await expect(sweepResumes({ database, files }, new Date())).rejects.toThrow('901-interviews')
      expect(await api.applications()).toHaveLength(1)
      expect(await next.read(sql`SELECT * FROM interview`.compile(next.build))).toHaveLength(1)
      // What the newer version keeps of a person goes with the person's row, whoever deletes that.
      await next.atomic([sql`DELETE FROM application`.compile(next.build)])
      expect(await next.read(sql`SELECT * FROM interview`.compile(next.build))).toEqual([])
      await next.close()
    })

    test('refuses in a sentence if that took something away', async () => {
      const broken: Schema = {
        ...nextSchema,
        migrations: {
          ...nextSchema.migrations,
          '902-no-messages': {
            breaks: 'programs that list messages',
            make: async (on) =>
              void (await sql`ALTER TABLE message_answer DROP COLUMN later_word`.execute(on)),
          },
        },
      }
      await (await openAs(broken)).close()
      for (const words of [['schema', '--check'], ['applications', 'list'], ['migrate']]) {
        const { code, stdout, stderr } = await council(...words)
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
        expect(stderr).toMatch(
          /of another version of the program, which knows 900-columns, 901-interviews, 902-no-messages[.] Run that version, or a newer one[.]\n$/,
        )
      }
    })
  },
)

test('a backup has what a newer version added, and is restored with it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-newer-'))
  const api = await startApi({ SITE_URL: site })
  const { body } = await apply(api.url, 0)
  const { id } = body as { id: string }
  const next = await openSqliteDatabase(databaseFile(api.dataDir), nextSchema)
  await next.atomic([sql`INSERT INTO interview VALUES (${id}, 'its file')`.compile(next.build)])
  await next.close()
  const file = path.join(folder, 'naic.tar')
  const made = await councilIn(api.dataDir, ['backup', file], { SITE_URL: site })
  expect(made.code, made.stderr).toBe(0)
  await api.close()
  const elsewhere = path.join(folder, 'restored')
  const restored = await councilIn(elsewhere, ['restore', file], { SITE_URL: site })
  expect(restored.code, restored.stderr).toBe(0)
  const again = await openSqliteDatabase(databaseFile(elsewhere), nextSchema)
  expect(await again.read(sql`SELECT * FROM interview`.compile(again.build))).toEqual([
    { application_id: id, resume_key: 'its file' },
  ])
  await again.close()
  await rm(folder, { recursive: true })
})

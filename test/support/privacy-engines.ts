import { isOfPeople, tablesThat } from '@naic/platform/database/tables.ts'
import { expect } from 'vitest'
import { formData } from './ashas-form.ts'
import { PostgresPlace } from './postgres-places.ts'
import { messageForm } from './ravis-message.ts'
import { council } from './council.ts'
import { startApi } from './start-api.ts'

export const engines = ['SQLite', 'PostgreSQL'] as const

export type Beside = Awaited<ReturnType<typeof startBeside>>

/**
 * A running server, and the council's command line beside it on the same rows and files.
 *
 * @param more settings of both.
 */
export async function startBeside(
  engine: (typeof engines)[number],
  more: Record<string, string> = {},
) {
  const place = engine === 'PostgreSQL' ? await new PostgresPlace().make() : undefined
  const settings: Record<string, string> = {
    SITE_URL: 'https://naic.example',
    ...(place ? { DATABASE_URL: place.url } : {}),
    ...more,
  }
  const api = await startApi(settings)

  /** Every row there is, as text. */
  async function allRows(): Promise<string> {
    const { build, read, schema } = api.services.database
    const tables = [...tablesThat(schema, isOfPeople), 'journal' as const]
    const rows = await Promise.all(
      tables.map((table) => read(build.selectFrom(table).selectAll().compile())),
    )
    return JSON.stringify(rows)
  }

  return {
    api,
    settings,
    allRows,

    async council(...words: string[]) {
      const environment = { DATA_DIR: api.dataDir, ...settings }
      const { code, stdout, stderr } = await council(words, { environment })
      return { status: code, output: stdout, errors: stderr }
    },

    /** @returns the id of an application that was sent. */
    async apply(answers: Record<string, string>): Promise<string> {
      const { status, body } = await api.post(formData(answers))
      expect(status).toBe(201)
      return body.id
    },

    /** @returns the id of a message that was sent. */
    async write(answers: Record<string, string>): Promise<string> {
      const { status, body } = await api.post(messageForm(answers), {}, '/api/contact/')
      expect(status).toBe(201)
      return body.id
    },

    async close() {
      await api.close()
      await place?.remove()
    },
  }
}

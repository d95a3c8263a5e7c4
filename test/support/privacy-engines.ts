import { isOfPeople, tablesThat } from '@naic/platform/database/tables.ts'
import { expect } from 'vitest'
import { enginesBesides, startCouncilBesideServer } from './council-beside-server.ts'
import { messageForm } from './ravis-message.ts'
import { pdf } from './resumes.ts'

export const engines = enginesBesides

export type Beside = Awaited<ReturnType<typeof startBeside>>

/** A running server and the council's command line beside it, for what both know of people. */
export async function startBeside(
  engine: (typeof engines)[number],
  more: Record<string, string> = {},
) {
  const beside = await startCouncilBesideServer(more, engine)
  const { api } = beside
  const { DATA_DIR: _own, ...settings } = beside.settings
  return {
    api,
    settings,
    close: beside.close,

    /** Every row there is, as text. */
    async allRows(): Promise<string> {
      const { build, read, schema } = api.services.database
      const tables = [...tablesThat(schema, isOfPeople), 'journal' as const]
      const rows = await Promise.all(
        tables.map((table) => read(build.selectFrom(table).selectAll().compile())),
      )
      return JSON.stringify(rows)
    },

    async council(...words: string[]) {
      const { code, stdout, stderr } = await beside.council(...words)
      return { status: code, output: stdout, errors: stderr }
    },

    /** @returns the id of an application that was sent. */
    apply: async (answers: Record<string, string>) => (await beside.apply(answers, pdf(2_000))).id,

    /** @returns the id of a message that was sent. */
    async write(answers: Record<string, string>): Promise<string> {
      const { status, body } = await api.post(messageForm(answers), {}, '/api/contact/')
      expect(status).toBe(201)
      return body.id
    },
  }
}

import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { isOfPeople, tablesThat } from '@naic/store/database/tables.ts'
import { file, formData } from './ashas-form.ts'
import { council } from './council.ts'
import { type DataEngine, prepareData } from './data-engines.ts'
import { filesWith } from './files-with.ts'
import { messageForm } from './ravis-message.ts'
import { pdf } from './resumes.ts'
import { startApi } from './start-api.ts'
import { newFolder } from './opened.ts'

const taken = ({ body }: { body: unknown }) => {
  const { id } = body as { id: string }
  return { id, reference: referenceOf(id) }
}

/** The council's command line beside a server that runs on the same data. */
export type CouncilBesideServer = Awaited<ReturnType<typeof startCouncilBesideServer>>

/** @param more settings of both. Letters of decisions leave at once unless it says otherwise. */
export async function startCouncilBesideServer(
  more: Record<string, string> = {},
  engine: DataEngine = 'SQLite',
) {
  const stored = await prepareData(engine)
  const usual = { SITE_URL: 'https://naic.example', LETTER_DELAY_SECONDS: '0' }
  const settings = { ...usual, ...stored.settings, ...more }
  const api = await startApi({ ...settings, SUBMISSIONS_PER_MINUTE: '1000' })
  const folder = await newFolder()
  const environment = { DATA_DIR: api.dataDir, ...settings }
  const { read, schema } = api.services.database
  let sent = 0
  return {
    api,
    /** What leads a command there, as the environment names it. */
    settings: environment,
    folder: folder.path,
    council: (...words: string[]) => council(words, { environment }),
    withInput: (stdin: string, ...words: string[]) => council(words, { environment, stdin }),

    /** Sends Asha's application with other answers. @returns its id and reference. */
    async apply(answers: Record<string, string | undefined> = {}, resume = pdf(700 + sent)) {
      sent += 1
      const form = formData(answers, file(Uint8Array.from(resume)))
      return taken(await api.post(form, { 'Idempotency-Key': `sent-${sent}` }))
    },

    /** Sends Ravi's message with other answers. @returns its id and reference. */
    write: async (answers: Record<string, string> = {}) =>
      taken(await api.post(messageForm(answers), {}, '/api/contact/')),

    /** Lets the server send what waits, until nothing does. */
    async sendLetters() {
      api.services.outbox.wake()
      await api.letterQueueEmpty()
    },

    /** The files that have a text, and 'rows' if a row about people, or of the journal, has it. */
    async placesOf(text: string): Promise<string[]> {
      const tables = [...tablesThat(schema, isOfPeople), 'journal' as const]
      const all = tables.map((table) => read.selectFrom(table).selectAll().execute())
      const rows = JSON.stringify(await Promise.all(all)).toLowerCase()
      const inRows = rows.includes(text.toLowerCase()) ? ['rows'] : []
      return [...(await filesWith(api.dataDir, text)), ...inRows]
    },

    async close() {
      await api.close()
      await stored.remove()
      await folder.remove()
    },
  }
}

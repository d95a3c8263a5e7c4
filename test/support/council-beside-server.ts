import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { referenceOf } from '#forms/reference.ts'
import { file, formData } from './ashas-form.ts'
import { councilOnTerminal } from './council-on-terminal.ts'
import { PostgresPlace } from './postgres-places.ts'
import { pdf } from './resumes.ts'
import { runCouncil } from './run-council.ts'
import { startApi } from './start-api.ts'

/** Where the rows of a server may be. */
export const enginesBesides = ['SQLite', 'PostgreSQL'] as const

/** The council's command line beside a server that runs on the same data. */
export type CouncilBesideServer = Awaited<ReturnType<typeof startCouncilBesideServer>>

/** @param more settings of both, beyond those that say where the data are. */
export async function startCouncilBesideServer(
  engine: (typeof enginesBesides)[number],
  more: Record<string, string> = {},
) {
  const place = engine === 'PostgreSQL' ? await new PostgresPlace().make() : undefined
  const rows = place ? { DATABASE_URL: place.url } : {}
  const settings = { SITE_URL: 'https://naic.example', ...rows, ...more }
  const api = await startApi({ ...settings, SUBMISSIONS_PER_MINUTE: '1000' })
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-beside-'))
  let sent = 0
  return {
    api,
    /** What leads a command there, as the environment names it. */
    settings: { DATA_DIR: api.dataDir, ...settings },
    /** A folder for what a test makes. */
    folder,
    council: (...words: string[]) => runCouncil(api.dataDir, words, settings),
    onTerminal: (words: readonly string[], answer: string, columns?: number) =>
      councilOnTerminal(api.dataDir, words, answer, settings, columns),

    /** Sends Asha's application with other answers. @returns its id and reference. */
    async apply(answers: Record<string, string | undefined> = {}, resume = pdf(700 + sent)) {
      sent += 1
      const form = formData(answers, file(Uint8Array.from(resume)))
      const { body } = await api.post(form, { 'Idempotency-Key': `sent-${sent}` })
      const id = String((body as { id: string }).id)
      return { id, reference: referenceOf(id) }
    },

    async close() {
      await api.close()
      await place?.remove()
      await rm(folder, { recursive: true })
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { file, formData } from './ashas-form.ts'
import { council } from './council.ts'
import { PostgresPlace } from './postgres-places.ts'
import { pdf } from './resumes.ts'
import { startApi } from './start-api.ts'

/** Where the rows of a server may be. */
export const enginesBesides = ['SQLite', 'PostgreSQL'] as const

/** The council's command line beside a server that runs on the same data. */
export type CouncilBesideServer = Awaited<ReturnType<typeof startCouncilBesideServer>>

/** @param more settings of both, beyond those that say where the data are. */
export async function startCouncilBesideServer(
  more: Record<string, string> = {},
  engine: (typeof enginesBesides)[number] = 'SQLite',
) {
  const place = engine === 'PostgreSQL' ? await new PostgresPlace().make() : undefined
  const rows = place ? { DATABASE_URL: place.url } : {}
  const settings = { SITE_URL: 'https://naic.example', ...rows, ...more }
  const api = await startApi({ ...settings, SUBMISSIONS_PER_MINUTE: '1000' })
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-beside-'))
  const environment = { DATA_DIR: api.dataDir, ...settings }
  let sent = 0
  return {
    api,
    /** What leads a command there, as the environment names it. */
    settings: environment,
    /** A folder for what a test makes. */
    folder,
    council: (...words: string[]) => council(words, { environment }),
    onTerminal: (words: readonly string[], answer: string) =>
      council(words, { environment, terminal: { answer } }),

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

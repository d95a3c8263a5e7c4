import { cp } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { keepFact, type KeptAsked } from '@naic/admissions/applications/keep-fact.ts'
import type { Database } from '@naic/store/database/database.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { CheckpointStamps } from '@naic/registry/stamps/checkpoint-stamps.ts'
import { file, formData } from './ashas-form.ts'
import { newFolder } from './opened.ts'
import type { PostgresPlace } from './postgres-places.ts'
import { messageForm } from './ravis-message.ts'
import { pdf } from './resumes.ts'
import { councilIn } from './council.ts'
import { issueIn, revokeIn } from './issue-in.ts'
import { ServerProcess } from './run-server.ts'
import { startApi } from './start-api.ts'
import { TestCalendar } from './start-calendar.ts'

export const site = 'https://naic.example'

export const applicants = 30

const texts = [
  'आशा राव',
  'O’Rao "the \\ quote" \'; DROP TABLE letter; --',
  'Zoë 😀 👩🏽‍🎓',
  'Ωμέγα İstanbul ß',
  '  two\nlines\tand \\N \\x41 $1 %s {}  ',
  'null',
]

/**
 * The data folder of a server that was at work and was stopped: applications, messages, letters in
 * every state, certificates that are valid and revoked, keys that were rotated, stamps.
 *
 * @returns the folder, and the IDs of a certificate that stands and of a revoked one.
 */
export async function makeWholeInstallation() {
  const calendar = await TestCalendar.start()
  const api = await startApi({ SITE_URL: site })
  try {
    for (let number = 0; number < applicants; number += 1) {
      const text = texts[number % texts.length] ?? ''
      const answers = {
        name: text.replaceAll(/\s+/g, ' ').trim(),
        email: `asha${number}@example.com`,
        message: number % 3 === 0 ? '' : text.repeat(1 + 20 * (number % 5)),
        linkedin: number % 2 === 0 ? '' : 'https://linkedin.example/in/asha',
      }
      const resume = file(Uint8Array.from(pdf(700 + 1_000 * number)), `${text}.pdf`)
      const { status, text: said, body } = await api.post(formData(answers, resume))
      if (status !== 201) throw new Error(said)
      await keep(api.services.database, (body as { id: string }).id, number)
    }
    for (const message of texts) {
      await api.post(messageForm({ message: `${message} and more` }), {}, '/api/contact/')
    }
    await api.letterQueueEmpty()
    const { database, certificates, log } = api.services
    const transparencyLog = certificates.registry.log
    const calendars = [calendar.url]
    const stamps = new CheckpointStamps({ database, transparencyLog, log, calendars })
    await stamps.round(new Date())
    calendar.mine(958_001)
    const issue = (holder: string) => issueIn({ DATA_DIR: api.dataDir, SITE_URL: site }, { holder })
    await issue('Asha Rao')
    const revoked = await issue('Ravi "R" Iyer')
    await revokeIn({ DATA_DIR: api.dataDir, SITE_URL: site }, revoked)
    for (const use of ['credentials', 'log']) await council(api.dataDir, 'keys', 'rotate', use)
    const id = await issue('ज़ोया')
    await stamps.round(new Date(Date.now() + 2 * 60 * 60 * 1000))
    await api.services.outbox.stop()
    const folder = await copyOf(api.dataDir)
    lettersInEveryState(folder.file('naic.sqlite'))
    return { ...folder, id, revoked }
  } finally {
    await api.close()
    await calendar.close()
  }
}

export type WholeInstallation = Awaited<ReturnType<typeof makeWholeInstallation>>

export async function copyOf(folder: string) {
  const copy = await newFolder()
  await cp(folder, copy.path, { recursive: true })
  return copy
}

async function council(dataDir: string, ...words: string[]): Promise<void> {
  const { code, stderr } = await councilIn(dataDir, words)
  if (code !== 0) throw new Error(stderr)
}

/** Something that the office keeps of each, in letters of every script. */
async function keep(database: Database, id: string, number: number): Promise<void> {
  const wanted: KeptAsked[] = [
    { fact: 'tags', add: 'वापस बुलाएँ 😀' },
    { fact: 'name', to: `Zoë ${number} "Ωμέγα"` },
    { fact: 'fee', to: { on: todayInIndia(), reference: "'; -- \\N" } },
  ]
  const one = wanted[number % wanted.length]
  if (one) await keepFact(database, id, one, { who: 'meera' })
}

/** Every row of SQLite's file, by table. */
export function rowsIn(folder: string): Record<string, unknown[]> {
  using sqlite = new DatabaseSync(path.join(folder, 'naic.sqlite'))
  const tables = sqlite.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%'",
  )
  const rowsOf = (name: string) => inOrder(sqlite.prepare(`SELECT * FROM ${name}`).all())
  const names = tables.all().map(({ name }) => String(name))
  return Object.fromEntries(names.map((name) => [name, rowsOf(name)]))
}

export async function rowsAt(place: PostgresPlace): Promise<Record<string, unknown[]>> {
  const tables = await place.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'",
  )
  const rows = tables.map(
    async ({ name }) => [name, inOrder(await place.query(`SELECT * FROM ${name}`))] as const,
  )
  return Object.fromEntries(await Promise.all(rows))
}

const inOrder = (rows: unknown[]) =>
  rows
    .map((row) => Object.assign({}, row))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

function lettersInEveryState(database: string): void {
  using sqlite = new DatabaseSync(database)
  const ids = sqlite.prepare('SELECT id FROM letter ORDER BY id').all()
  const states = [
    `sent_at = NULL, due_at = '2999-01-01T00:00:00.000Z'`,
    `sent_at = NULL, attempts = 3, due_at = '2999-01-01T00:00:00.000Z', last_failure = '450 später', failing_since = '2026-01-01T00:00:00.000Z'`,
    `sent_at = NULL, attempts = 1, last_failure = '550 no', refused_at = '2026-01-01T00:00:00.000Z'`,
    `sent_at = NULL, attempts = 40, last_failure = '451', gave_up_at = '2026-01-04T00:00:00.000Z'`,
  ]
  for (const [at, state] of states.entries()) {
    sqlite.prepare(`UPDATE letter SET ${state} WHERE id = ?`).run(String(ids[at]?.['id']))
  }
}

/** A server there serves and verifies what was there, and its log goes on. */
export async function expectServed(
  environment: Record<string, string> & { DATA_DIR: string },
  { id, revoked }: WholeInstallation,
): Promise<void> {
  const server = new ServerProcess(environment)
  try {
    const url = await server.listening()
    const of = async (one: string) => (await fetch(`${url}/api/certificates/${one}`)).json()
    expect(await of(id)).toMatchObject({ revocation: null })
    expect(await of(revoked)).toMatchObject({ revocation: expect.anything() })
    await issueIn(environment, { holder: 'Next' })
    const verified = await councilIn(environment.DATA_DIR, ['log', 'verify'], environment)
    expect(verified).toMatchObject({ code: 0, stderr: '' })
  } finally {
    await server.kill()
  }
}

import { copyFileSync, linkSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { Growth } from './growth.ts'
import { processorMs } from './program.ts'
import { newApplication, sendAll } from './send-applications.ts'

/**
 * What grows with the number of applications: processor time, user and system, of a start, of the
 * staff's commands and of the desk's views, with SQLite and the data folder.
 *
 *     node bench/growth-of-applications.ts               1,000, 10,000 and 100,000
 *     node bench/growth-of-applications.ts 1000 1000000
 *
 * One application is sent by the form; the others are copies of its rows and of its letter, two of
 * them, sent long ago. Each has an applicant, a time and a resume of its own, of 1 KB, and was declined.
 */
const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1_000, 10_000, 100_000]
const resumeBytes = 1_024
/** A million files of their own take ten minutes to make and to remove, and are read no otherwise. */
const namesOfAFile = 10_000

const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const environment = { DATA_DIR: dataDir, SITE_URL: 'http://localhost:3000', RETENTION_DAYS: '3650' }
const databaseFile = path.join(dataDir, 'naic.sqlite')
const growth = new Growth()
let filled = 1
try {
  await sendTheFirst()
  for (const size of sizes) {
    await fill(size)
    await measure(size)
  }
} finally {
  await rm(dataDir, { recursive: true })
}
growth.print(sizes)

async function sendTheFirst(): Promise<void> {
  const site = await RunningSite.start(environment, dataDir)
  await sendAll(site.url, [newApplication(resumeBytes)], 1)
  await site.finish()
}

async function fill(size: number): Promise<void> {
  using database = new DatabaseSync(databaseFile)
  const numbers = `WITH RECURSIVE n(i) AS
    (SELECT ${filled} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${size})`
  const firstOf = (table: string) => {
    const row = database.prepare(`SELECT * FROM ${table} ORDER BY rowid LIMIT 1`).get()
    if (!row) throw new Error(`The first application left no ${table}.`)
    return row
  }
  /** Copies of one row, with expressions of SQL for what differs. */
  const copy = (table: string, row: Record<string, unknown>, differing: Record<string, string>) => {
    const columns = Object.keys(row)
    const values = columns.map((column) => differing[column] ?? '?')
    const same = columns.filter((column) => !(column in differing)).map((column) => row[column])
    database
      .prepare(`INSERT INTO ${table} (${columns.join()}) ${numbers} SELECT ${values.join()} FROM n`)
      .run(...(same as string[]))
  }
  const application = firstOf('application')
  const id = `printf('%08x', i) || '${String(application['id']).slice(8)}'`
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (i * 7) || ' seconds')`
  const mail = `'asha.rao' || i || '@example.com'`
  const key = `printf('00000000-0000-4000-8000-%012x', i)`
  database.exec('BEGIN')
  copy('application', application, { id, received_at: at, email: mail, resume_key: key })
  const decided = { application_id: id, status: `'declined'`, changed_at: at }
  const status = { ...decided, changes: 1, completed_on: null, internship: null }
  const change = { ...decided, number: 1, changed_by: 'asha', note: null, letter_id: null }
  copy('application_status', status, decided)
  copy('status_change', change, decided)
  const letter = firstOf('letter')
  for (const end of ['council', 'applicant']) {
    const letterId = `${id} || '-${end}'`
    const sent = { created_at: at, due_at: at, sent_at: at }
    copy('letter', { ...letter, turn: null }, { id: letterId, to_address: mail, ...sent })
  }
  database.exec('COMMIT')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const resumes = path.join(dataDir, 'resumes')
  let resume = path.join(resumes, String(application['resume_key']))
  for (let i = filled; i < size; i += 1) {
    const name = `00000000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`
    const file = path.join(resumes, name)
    if (i % namesOfAFile > 0) linkSync(resume, file)
    else {
      copyFileSync(resume, file)
      resume = file
    }
  }
  filled = size
  const { size: bytes } = await stat(databaseFile)
  growth.enter('database, MB', bytes / 1_000_000)
}

async function measure(size: number): Promise<void> {
  const site = await RunningSite.start(environment, dataDir)
  growth.enter('start', await processorMs(site.pid))
  await site.finish()
  const council = (what: string, ...words: string[]) => growth.council(environment, what, ...words)
  const oldest = 'asha.rao1@example.com'
  await council('`outbox list`', 'outbox', 'list')
  await council('`person`', 'person', '--email', oldest)
  await council('`journal`', 'journal')
  await council('`doctor`', 'doctor')
  await council('`retention`, nothing being too old', 'retention')
  await council('`sweep`', 'sweep')
  await council('`check`', 'check')
  const copy = path.join(dataDir, '..', `${path.basename(dataDir)}.tar`)
  await council('`backup`', 'backup', copy)
  await rm(copy, { force: true })
  await viewDesk()
  console.error(`${size} applications measured`)
}

/** The desk's own processor time for each view, the first of which opens what it needs. */
async function viewDesk(): Promise<void> {
  const desk = await OpenDesk.open(environment)
  const member = await desk.enter()
  for (const [what, view] of [
    ['desk: newest applications, counted', '/api/applications'],
    ['desk: declined ones', '/api/applications?status=declined'],
    ['desk: a search that finds nothing', '/api/applications?text=zzz'],
    ['desk: messages', '/api/messages'],
    ['desk: letters', '/api/letters'],
    ['desk: health', '/api/health'],
  ] as const) {
    const before = await processorMs(desk.pid)
    const { status, text } = await member.ask('GET', view)
    if (status !== 200) throw new Error(`${view}: ${status} ${text}`)
    growth.enter(what, (await processorMs(desk.pid)) - before)
  }
  await desk.close()
}

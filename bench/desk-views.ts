import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { searchedText } from '@naic/admissions/applications/application-filter.ts'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { type Application, domains, years } from '@naic/admissions/forms/application-form.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { asha } from '@naic/test/support/ashas-form.ts'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { PostgresServer } from '@naic/test/support/postgres-server.ts'
import type { StaffMember } from '@naic/test/support/staff-at-desk.ts'

/**
 * How long the desk takes to answer what each of its views asks, with SQLite and with PostgreSQL: the
 * least and the median of some askings, in milliseconds, one after the other. And how long three hundred
 * applications take to be shown with their letters, decided, and taken back.
 *
 *     node bench/desk-views.ts              of 50,000 applications
 *     node bench/desk-views.ts 10000
 *
 * They came in over a year, from 800 colleges; half were decided, one in four has a tag, a score or
 * somebody who has it.
 */
const size = Number(process.argv[2] ?? 50_000)
const askings = 9
const at = (i: number) =>
  new Date(Date.UTC(2026, 0, 1) + i * ((365 * 86_400_000) / size)).toISOString()
const first = ['Asha', 'Kabir', 'Meera', 'Ravi', 'Zoya', 'Nandini', 'Thomas', 'आशा']
const last = ['Rao', 'Iyer', 'Khan', 'Das', 'Pillai', 'Sharma', 'Fernandes', 'राव']
const of = <One>(all: readonly One[], i: number): One => all[i % all.length] as One

const views = {
  'the newest': '/api/applications',
  'a later page': '/api/applications?page=200',
  'received ones, oldest first': '/api/applications?status=received&sort=received',
  'shortlisted ones': '/api/applications?status=shortlisted',
  'of a domain and a year': '/api/applications?domain=Data Science&year=3rd Year',
  'of a college': '/api/applications?college=college 17',
  'of the last 30 days': `/api/applications?since=${at(size - size / 12).slice(0, 10)}`,
  'by name': '/api/applications?sort=name',
  'by college': '/api/applications?sort=-college',
  'by score': '/api/applications?sort=-score',
  'by who has it': '/api/applications?sort=assignee',
  'by status': '/api/applications?sort=status',
  'by its change': '/api/applications?sort=-changed',
  'with a tag': '/api/applications?tag=topper',
  'that one person has': '/api/applications?assignee=Nandini Rao',
  'that nobody has': '/api/applications?assignee=none',
  'with a score of 4 or more': '/api/applications?score=4%2B',
  'without fee': '/api/applications?missing=fee&status=accepted',
  'with fee': '/api/applications?has=fee',
  'of an internship': '/api/applications?internship=4',
  'with a letter that was refused': '/api/applications?letter=refused',
  'without certificate': '/api/applications?missing=certificate',
  'search: a name': '/api/applications?text=zoya pillai',
  'search: two words, the last first': '/api/applications?text=pillai zoya',
  'search: a letter': '/api/applications?text=a',
  'search: nothing found': '/api/applications?text=zzzq',
  'search: a telephone': '/api/applications?text=98765 41234',
  'search: a telephone with a zero': '/api/applications?text=098765 41234',
  'search: another script': '/api/applications?text=आशा',
  'search: a reference': `/api/applications?text=${referenceOf(randomUUID())}`,
  'search, of a status and a domain':
    '/api/applications?text=rao&status=accepted&domain=Data Science',
  'one application': '/api/applications/ID',
  'to do': '/api/todo',
  'report, from the beginning': '/api/report',
  'report, of a quarter': `/api/report?since=2026-04-01&until=2026-06-30`,
} as const

/** One applicant after the other, as rows of each table; null where they have none. */
function rowsOf(id: string, i: number) {
  const isDecided = i % 2 === 0
  const status = of(applicationStatuses.slice(1), i >> 1)
  const isCompleted = status === 'completed'
  const changed = { application_id: id, status, changed_at: at(i + 40) }
  const application = {
    ...asha,
    id,
    received_at: at(i),
    name: `${of(first, i)} ${of(last, i >> 3)}`,
    email: `somebody.${i}@example.com`,
    phone: `+91 98765 ${String(i).padStart(5, '0')}`,
    college: `College ${(i * 7919) % 800} of Engineering`,
    year: of(years, i),
    domain: of(domains, i >> 2),
    message: `I would like to learn. ${'Words of somebody who writes. '.repeat(i % 12)}`,
    resume_key: id,
    resume_name: 'cv.pdf',
    resume_type: 'application/pdf',
    resume_bytes: 2_000,
    resume_sha256: '0'.repeat(64),
  }
  const current = {
    ...changed,
    changes: 1,
    completed_on: isCompleted ? '2026-12-01' : null,
    certificate_reference: isCompleted ? referenceOf(id) : null,
  }
  const kept = {
    application_id: id,
    changes: 1,
    changed_at: at(i),
    assignee: of(['Nandini Rao', 'Kabir Das', null], i >> 2),
    score: of([null, 1, 2, 3, 4, 5], i >> 2),
    tags: of(['', '|topper|', '|call back|topper|'], i >> 2),
  }
  return {
    application: { ...application, searched: searchedText(application as Application) },
    status: isDecided ? current : null,
    change: isDecided
      ? { ...changed, number: 1, settles_at: changed.changed_at, changed_by: 'nandini' }
      : null,
    kept: i % 4 === 0 ? kept : null,
    letter: letterAbout(id, i),
  }
}

/** One in fifty was refused. */
const letterAbout = (id: string, i: number) => ({
  id: randomUUID(),
  created_at: at(i),
  due_at: at(i),
  to_name: 'Asha',
  to_address: 'asha@example.com',
  subject: 'We have received your application',
  body: 'Thank you.',
  attempts: 1,
  about_kind: 'application' as const,
  about_id: id,
  ...(i % 50 === 0 ? { refused_at: at(i), last_failure: 'no such user' } : { sent_at: at(i) }),
})

/** @returns the id of one in the middle. */
async function fill(settings: Record<string, string>): Promise<string> {
  await using storage = await openStorage(readConfig(settings))
  const { write } = storage.database
  const ids = Array.from({ length: size }, () => randomUUID())
  for (let from = 0; from < size; from += 5_000) {
    const rows = ids.slice(from, from + 5_000).map((id, place) => rowsOf(id, from + place))
    await write(async (transaction) => {
      await insertRows(
        transaction,
        'application',
        rows.map(({ application }) => application),
      )
      await insertRows(
        transaction,
        'letter',
        rows.map(({ letter }) => ({
          sent_at: null,
          refused_at: null,
          last_failure: null,
          ...letter,
        })),
      )
      await insertRows(
        transaction,
        'application_status',
        rows.flatMap(({ status }) => status ?? []),
      )
      await insertRows(
        transaction,
        'status_change',
        rows.flatMap(({ change }) => change ?? []),
      )
      await insertRows(
        transaction,
        'application_kept',
        rows.flatMap(({ kept }) => kept ?? []),
      )
    })
  }
  return ids[size >> 1] ?? ''
}

async function measure(settings: Record<string, string>, id: string): Promise<string[]> {
  const desk = await OpenDesk.open(settings)
  const member = await desk.enter()
  const shown: string[] = []
  for (const [what, view] of Object.entries(views)) {
    const sorted = await timeView(member, view.replace('ID', id))
    shown.push(`${sorted[0]?.toFixed()} (${sorted[askings >> 1]?.toFixed()})`)
    console.error(`${what}: ${shown.at(-1)}`)
  }
  shown.push(...(await decideMany(member)))
  await desk.close()
  return shown
}

const deeds = ['300 planned', '300 shortlisted', '300 taken back'] as const

/** @returns how long each deed took, in ms. @throws if one of them was not done for all. */
async function decideMany(member: StaffMember): Promise<string[]> {
  const { body: selected } = await member.ask('GET', '/api/selected?status=received')
  const many = selected.first.map(({ id, version }: Selected) => ({ id, seen: version }))
  const shown: string[] = []
  const timed = async (address: string, sent: object, state: string) => {
    const before = performance.now()
    const { status, text, body } = await member.post(address, sent)
    shown.push((performance.now() - before).toFixed())
    console.error(`${deeds[shown.length - 1]}: ${shown.at(-1)}`)
    if (status !== 200 || body.rows.some((row: { state: string }) => row.state !== state))
      throw new Error(`${address}: ${status} ${text.slice(0, 500)}`)
    return body
  }
  const wanted = { of: many, to: 'shortlisted', withLetter: true }
  const { seal } = await timed('/api/applications/status/plan', wanted, 'planned')
  const agreed = { ...wanted, seal, withoutReceipts: false }
  await timed('/api/applications/status', agreed, 'changed')
  const done = many.map(({ id, seen }: { id: string; seen: number }) => ({ id, seen: seen + 1 }))
  await timed('/api/applications/take-back', { of: done }, 'taken back')
  return shown
}

type Selected = { id: string; version: number }

const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const postgres = await PostgresServer.start()
try {
  await postgres.query('postgres', 'CREATE DATABASE desk')
  const url = postgres.urlOf('desk')
  const columns: string[][] = []
  for (const settings of [{ DATA_DIR: dataDir }, { DATA_DIR: dataDir, DATABASE_URL: url }]) {
    const id = await fill(settings)
    // As the server does by itself within a minute.
    await postgres.query('desk', 'ANALYZE')
    columns.push(await measure(settings, id))
  }
  console.log(`| ms, of ${size} | SQLite | PostgreSQL |\n|-|-|-|`)
  for (const [row, what] of [...Object.keys(views), ...deeds].entries()) {
    console.log(`| ${what} | ${columns.map((column) => column[row]).join(' | ')} |`)
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true })
}

/**
 * Asks a desk for a view, so many times after a first one that prepares it.
 *
 * @param member of `OpenDesk.enter`. @returns how long each answer took, in ms, the least first.
 * @throws if one of them was not 200.
 */
async function timeView(member: StaffMember, view: string): Promise<number[]> {
  const { pathname, search } = new URL(view, 'http://desk')
  const times: number[] = []
  for (let n = 0; n <= askings; n += 1) {
    const before = performance.now()
    const { status, text } = await member.ask('GET', pathname + search)
    if (status !== 200) throw new Error(`${view}: ${status} ${text}`)
    times.push(performance.now() - before)
  }
  const [, ...warm] = times
  return warm.toSorted((one, other) => one - other)
}

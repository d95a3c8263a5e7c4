import { randomUUID } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { domains, years } from '@naic/admissions/forms/application-form.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { PostgresServer } from '@naic/test/support/postgres-server.ts'
import type { StaffMember } from '@naic/test/support/staff-at-desk.ts'
import { applicationRow } from '@naic/test/support/stored-applications.ts'
import { median } from './row.ts'

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

/** One of each kind of work for the database: by an index, by a look at each row, by other tables. */
const views = {
  'the newest': '/api/applications',
  'a later page': '/api/applications?page=200',
  'received ones, oldest first': '/api/applications?status=received&sort=received',
  'of a college': '/api/applications?college=college 17',
  'by name': '/api/applications?sort=name',
  'by its change': '/api/applications?sort=-changed',
  'with a tag': '/api/applications?tag=topper',
  'without fee': '/api/applications?missing=fee&status=accepted',
  'with a letter that was refused': '/api/applications?letter=refused',
  'without certificate': '/api/applications?missing=certificate',
  'search: a name': '/api/applications?text=zoya pillai',
  'search: nothing found': '/api/applications?text=zzzq',
  'search: a telephone with a zero': '/api/applications?text=098765 41234',
  'one application': '/api/applications/ID',
  'to do': '/api/todo',
  'report, from the beginning': '/api/report',
} as const

/** One applicant after the other, as rows of each table. */
function rowsOf(id: string, i: number) {
  const changed_at = at(i + 40)
  const status = of(applicationStatuses.slice(1), i >> 1)
  const completed = { completed_on: '2026-12-01', certificate_reference: referenceOf(id) }
  const changed = { application_id: id, status, changed_at }
  const application = applicationRow({
    id,
    received_at: at(i),
    name: `${of(first, i)} ${of(last, i >> 3)}`,
    email: `somebody.${i}@example.com`,
    phone: `+91 98765 ${String(i).padStart(5, '0')}`,
    college: `College ${(i * 7919) % 800} of Engineering`,
    year: of(years, i),
    domain: of(domains, i >> 2),
    message: `I would like to learn. ${'Words of somebody who writes. '.repeat(i % 12)}`,
  })
  const kept = {
    application_id: id,
    changes: 1,
    changed_at: at(i),
    assignee: of(['Nandini Rao', 'Kabir Das', null], i >> 2),
    score: of([null, 1, 2, 3, 4, 5], i >> 2),
    tags: of(['', '|topper|', '|call back|topper|'], i >> 2),
  }
  // One in fifty was refused.
  const isRefused = i % 50 === 0
  const letter = {
    id: randomUUID(),
    created_at: at(i),
    due_at: at(i),
    sent_at: isRefused ? null : at(i),
    refused_at: isRefused ? at(i) : null,
    last_failure: isRefused ? 'no such user' : null,
    to_name: 'Asha',
    to_address: 'asha@example.com',
    subject: 'We have received your application',
    body: 'Thank you.',
    attempts: 1,
    about_kind: 'application' as const,
    about_id: id,
  }
  return {
    application,
    letter,
    status: { ...changed, changes: 1, ...(status === 'completed' ? completed : noCertificate) },
    change: { ...changed, number: 1, settles_at: changed_at, changed_by: 'nandini' },
    kept,
  }
}
const noCertificate = { completed_on: null, certificate_reference: null }

/** @returns the id of one in the middle. */
async function fill(settings: Record<string, string>): Promise<string> {
  await using storage = await openStorage(readConfig(settings))
  const { write } = storage.database
  const ids = Array.from({ length: size }, () => randomUUID())
  for (let from = 0; from < size; from += 5_000) {
    const rows = ids.slice(from, from + 5_000).map((id, place) => rowsOf(id, from + place))
    const decided = rows.filter((_, i) => i % 2 === 0)
    const applications = rows.map(({ application }) => application)
    const letters = rows.map(({ letter }) => letter)
    const statuses = decided.map(({ status }) => status)
    const changes = decided.map(({ change }) => change)
    const kept = rows.filter((_, i) => i % 4 === 0).map((one) => one.kept)
    await write(async (transaction) => {
      await insertRows(transaction, 'application', applications)
      await insertRows(transaction, 'letter', letters)
      await insertRows(transaction, 'application_status', statuses)
      await insertRows(transaction, 'status_change', changes)
      await insertRows(transaction, 'application_kept', kept)
    })
  }
  return ids[size >> 1] ?? ''
}

async function measure(settings: Record<string, string>, id: string): Promise<string[]> {
  const desk = await OpenDesk.open(settings)
  const member = await desk.enter()
  const shown: string[] = []
  for (const [what, view] of Object.entries(views)) {
    const times = await timeView(member, view.replace('ID', id))
    shown.push(`${Math.min(...times).toFixed()} (${median(times).toFixed()})`)
    console.error(`${what}: ${shown.at(-1)}`)
  }
  shown.push(...(await decideMany(member)))
  await desk.close()
  return shown
}

/** @returns how long each answer took, in ms, after a first one that prepares it. */
async function timeView(member: StaffMember, view: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n <= askings; n += 1) {
    const before = performance.now()
    const { status, text } = await member.ask('GET', encodeURI(view))
    if (status !== 200) throw new Error(`${view}: ${status} ${text}`)
    times.push(performance.now() - before)
  }
  return times.slice(1)
}

const deeds = ['300 planned', '300 shortlisted', '300 taken back'] as const

/** @returns how long each deed took, in ms. @throws if one of them was not done for all. */
async function decideMany(member: StaffMember): Promise<string[]> {
  const { body: selected } = await member.ask('GET', '/api/selected?status=received')
  const many = selected.map(({ id, version }: Selected) => ({ id, seen: version }))
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

await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-bench-'))
const postgres = await PostgresServer.start()
try {
  await postgres.query('postgres', 'CREATE DATABASE desk')
  const onSqlite = { DATA_DIR: folder.path }
  const columns: string[][] = []
  for (const settings of [onSqlite, { ...onSqlite, DATABASE_URL: postgres.urlOf('desk') }]) {
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
}

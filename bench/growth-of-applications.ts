import { copyFileSync, linkSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
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
const atOnce = 5_000

const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const environment = { DATA_DIR: dataDir, SITE_URL: 'http://localhost:3000', RETENTION_DAYS: '3650' }
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
  const key = await copyTheFirst(filled, size)
  const resumes = path.join(dataDir, 'resumes')
  let resume = path.join(resumes, key)
  for (let number = filled; number < size; number += 1) {
    const file = path.join(resumes, resumeKeyOf(number))
    if (number % namesOfAFile > 0) linkSync(resume, file)
    else {
      copyFileSync(resume, file)
      resume = file
    }
  }
  filled = size
  const { size: bytes } = await stat(path.join(dataDir, 'naic.sqlite'))
  growth.enter('database, MB', bytes / 1_000_000)
}

function resumeKeyOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

/** @returns the key of the first one's resume. */
async function copyTheFirst(from: number, to: number): Promise<string> {
  await using storage = await openStorage(readConfig(environment))
  const { read, write } = storage.database
  const first = read.selectFrom('application').selectAll().orderBy('received_at')
  const application = await first.executeTakeFirstOrThrow()
  const ofApplicants = read.selectFrom('letter').selectAll().where('id', 'like', '%-applicant')
  const letter = await ofApplicants.executeTakeFirstOrThrow()

  const copyOf = (number: number) => {
    const id = number.toString(16).padStart(8, '0') + application.id.slice(8)
    const at = new Date(Date.UTC(2026, 0, 1) + number * 7_000).toISOString()
    const email = `somebody${number}@example.com`
    const college = `College ${number % 8_000} of Engineering`
    const sent = { to_address: email, created_at: at, due_at: at, sent_at: at, about_id: id }
    const declined = { application_id: id, status: 'declined', changed_at: at } as const
    const own = { id, received_at: at, email, college, resume_key: resumeKeyOf(number) }
    const settled = { ...letter, ...sent, turn: null, leased_until: null }
    return {
      application: { ...application, ...own },
      letters: [
        { ...settled, id: `${id}-1` },
        { ...settled, id: `${id}-2` },
      ],
      status: { ...declined, changes: 1 },
      change: { ...declined, number: 1, settles_at: at, changed_by: 'nandini' },
    }
  }

  for (let begin = from; begin < to; begin += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, to - begin) }, (_, at) => begin + at)
    const copies = numbers.map(copyOf)
    const applications = copies.map((one) => one.application)
    const letters = copies.flatMap((one) => one.letters)
    const statuses = copies.map((one) => one.status)
    const changes = copies.map((one) => one.change)
    await write(async (transaction) => {
      await insertRows(transaction, 'application', applications)
      await insertRows(transaction, 'letter', letters)
      await insertRows(transaction, 'application_status', statuses)
      await insertRows(transaction, 'status_change', changes)
    })
  }
  return application.resume_key
}

async function measure(size: number): Promise<void> {
  const site = await RunningSite.start(environment, dataDir)
  growth.enter('start', await processorMs(site.pid))
  await site.finish()
  const council = (what: string, ...words: string[]) => growth.council(environment, what, ...words)
  const oldest = 'somebody1@example.com'
  await council('`outbox list`', 'outbox', 'list')
  const zip = path.join(dataDir, '..', `${path.basename(dataDir)}.zip`)
  await council('`person`', 'person', '--email', oldest, '--out', zip)
  await rm(zip, { force: true })
  await council('`journal`', 'journal')
  await council('`doctor`', 'doctor')
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
    ['desk: a search that finds nothing', '/api/applications?text=zzz'],
  ] as const) {
    const before = await processorMs(desk.pid)
    const { status, text } = await member.ask('GET', view)
    if (status !== 200) throw new Error(`${view}: ${status} ${text}`)
    growth.enter(what, (await processorMs(desk.pid)) - before)
  }
  await desk.close()
}

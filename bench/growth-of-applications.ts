import { copyFileSync, linkSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { copyApplications, resumeKeyOf } from './copied-applications.ts'
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
  const of = { letters: 2, isDecided: () => true }
  const key = await copyApplications(environment, filled, size, of)
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

async function measure(size: number): Promise<void> {
  const site = await RunningSite.start(environment, dataDir)
  growth.enter('start', await processorMs(site.pid))
  await site.finish()
  const council = (what: string, ...words: string[]) => growth.council(environment, what, ...words)
  const oldest = 'somebody1@example.com'
  await council('`outbox list`', 'outbox', 'list')
  await council('`person`', 'person', '--email', oldest)
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

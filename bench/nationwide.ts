import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { PostgresServer } from '@naic/test/support/postgres-server.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { copyApplications } from './copied-applications.ts'
import { Growth } from './growth.ts'
import { processorMs } from './program.ts'
import { median } from './row.ts'
import { newApplication, sendAll } from './send-applications.ts'

/**
 * The figures that docs/nationwide.md is calculated from: what an application and its letters take of the
 * program and of PostgreSQL, and what the staff's views and commands take when there are very many.
 *
 *     node bench/nationwide.ts              of 1,000,000 applications
 *     node bench/nationwide.ts 100000
 *
 * Some are sent by the form, with resumes of 200 KB, and their letters handed to a relay. The others are
 * copies of one of them and of its letter, three of that; half were declined. PostgreSQL's files are in memory,
 * so the rates are those of the processors, which all of this shares.
 */
const size = Number(process.argv[2] ?? 1_000_000)
const sent = 1_000
const atOnce = 32
const database = 'nationwide'

const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const postgres = await PostgresServer.start({ shared_buffers: '1GB', max_wal_size: '4GB' })
const rows = <Row>(...statements: string[]) => postgres.query<Row>(database, ...statements)
const figures = new Growth()
try {
  await postgres.query('postgres', `CREATE DATABASE ${database}`)
  const settings = {
    DATABASE_URL: postgres.urlOf(database),
    DATA_DIR: dataDir,
    SITE_URL: 'http://localhost:3000',
    LETTERS_PER_HOUR: '10000000',
    SUBMISSIONS_PER_MINUTE: '1000000',
    STAFF_EMAIL: 'staff@council.example',
  }
  await sendSome(settings)
  const isDecided = (number: number) => number % 2 === 0
  await copyApplications(settings, 1, size - 2 * sent, { letters: 3, isDecided })
  await rows('VACUUM ANALYZE')
  const [all] = await rows<{ mb: number }>(`SELECT pg_database_size('${database}') / 1e6 AS mb`)
  figures.enter('the database, MB', Number(all?.mb))
  await viewDesk(settings)
  for (const words of [
    ['person', '--email', 'asha.rao700@example.com'],
    ['outbox', 'list'],
    ['doctor'],
  ]) {
    await figures.council(
      settings,
      `council ${words.join(' ')}, processor of the command, ms`,
      ...words,
    )
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true })
}
figures.print([size])

/** Applications a second, and then letters a second: first while no relay answers, then with one. */
async function sendSome(settings: Record<string, string>): Promise<void> {
  const relay = await startRelay()
  const { port } = relay
  await relay.stop()
  const site = await RunningSite.start(
    { ...settings, SMTP_URL: `smtp://127.0.0.1:${port}` },
    dataDir,
  )
  const [file] = await rows<{ lines: string }>(`SELECT pg_read_file('postmaster.pid') AS lines`)
  const postmaster = Number(file?.lines.split('\n')[0])
  const url = site.url.replace('localhost', '127.0.0.1')
  const each = async (what: string, count: number, work: () => Promise<void>) => {
    const before = [await processorMs(site.pid), await processorMs(postmaster)] as const
    const begun = performance.now()
    await work()
    figures.enter(`${what} a second`, count / ((performance.now() - begun) / 1_000))
    const [program, server] = [await processorMs(site.pid), await processorMs(postmaster)]
    figures.enter(`${what}: program, ms each`, (program - before[0]) / count)
    figures.enter(`${what}: PostgreSQL, ms each`, (server - before[1]) / count)
  }
  const many = () => Array.from({ length: sent }, () => newApplication(200_000))
  // It warms up.
  await sendAll(url, many(), atOnce)
  const all = many()
  await each('applications of 200 KB', sent, () => sendAll(url, all, atOnce))
  const answering = await startRelay({ port })
  const unsent = async () => {
    const [row] = await rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM letter WHERE sent_at IS NULL',
    )
    return row?.count ?? 0
  }
  await rows(`UPDATE letter SET due_at = created_at WHERE sent_at IS NULL`)
  const waiting = await unsent()
  while ((await unsent()) === waiting) await sleep(50)
  const left = await unsent()
  await each('letters to a relay', left, async () => {
    while ((await unsent()) > 0) await sleep(50)
  })
  await answering.stop()
  await site.finish()
}

/** How long the desk takes to answer, the median of five, after one that prepares it. */
async function viewDesk(settings: Record<string, string>): Promise<void> {
  const desk = await OpenDesk.open(settings)
  const member = await desk.enter()
  for (const [what, view] of Object.entries({
    'the newest': '/api/applications',
    'to do': '/api/todo',
    'of a college': '/api/applications?college=college 17',
    'a search: a name': '/api/applications?text=asha rao',
    'a search: nothing found': '/api/applications?text=zzzq',
    letters: '/api/letters',
    'the report': '/api/report',
  })) {
    const times: number[] = []
    for (let asking = 0; asking < 6; asking += 1) {
      const before = performance.now()
      const { status, text } = await member.ask('GET', encodeURI(view))
      if (status !== 200) throw new Error(`${view}: ${status} ${text}`)
      times.push(performance.now() - before)
    }
    figures.enter(`desk: ${what}, ms`, median(times.slice(1)))
  }
  await desk.close()
}

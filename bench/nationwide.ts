import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { PostgresServer } from '@naic/test/support/postgres-server.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'
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
 * copies of one of them and of its two letters; half were decided, which is a third letter. PostgreSQL's
 * files are in memory, so the rates are those of the processors, which all of this shares.
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
  await copyRows()
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

/** As many applications as there shall be, each with an applicant and a time of its own. */
async function copyRows(): Promise<void> {
  const numbers = `generate_series(1, ${size - 2 * sent}) AS i`
  const id = (of: string) => `overlay(${of} PLACING lpad(to_hex(i), 8, '0') FROM 1 FOR 8)`
  const copy = async (table: string, where: string, differing: Record<string, string>) => {
    const columns = await rows<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}'`,
    )
    const names = columns.map(({ name }) => name)
    const values = names.map((name) => differing[name] ?? name)
    await rows(
      `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()}
        FROM (SELECT * FROM ${table} ${where} LIMIT 1) AS one, ${numbers}`,
    )
  }
  const at = `to_char(timestamp '2026-01-01' + i * interval '0.6 s', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const mail = `'somebody' || i || '@example.com'`
  const sentThen = { created_at: at, due_at: at, sent_at: at, to_address: mail, turn: 'NULL' }
  await copy('application', '', {
    id: id('id'),
    received_at: at,
    email: mail,
    college: `'College ' || i % 8000 || ' of Engineering'`,
    resume_key: `lpad(to_hex(i), 8, '0') || substr(resume_key, 9)`,
  })
  for (const end of ['staff', 'applicant']) {
    await copy('letter', `WHERE id LIKE '%-${end}'`, { id: id('id'), ...sentThen })
  }
  const decided = `SELECT id, received_at FROM application WHERE right(received_at, 3) < '500Z'`
  await rows(
    `INSERT INTO application_status (application_id, status, changed_at, changes)
      SELECT id, 'declined', received_at, 1 FROM (${decided}) AS those`,
    `INSERT INTO status_change (application_id, number, status, changed_at, settles_at, changed_by)
      SELECT id, 1, 'declined', received_at, received_at, 'nandini' FROM (${decided}) AS those`,
  )
  await copy('letter', `WHERE id LIKE '%-applicant'`, { id: `${id('id')} || '-1'`, ...sentThen })
  await rows('VACUUM ANALYZE')
  const [all] = await rows<{ mb: number }>(`SELECT pg_database_size('${database}') / 1e6 AS mb`)
  figures.enter('the database, MB', Number(all?.mb))
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

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { askHttp } from './ask-http.ts'
import { duration, type Found, right, warning, wrong } from './finding.ts'

/** By which two clocks may differ without it meaning anything. */
const graceMs = 60_000
/** By more, S3 refuses what was signed. */
const mostMs = 5 * 60_000

const setIt =
  'Have the clock kept right by NTP (timedatectl set-ntp true), and restart the server. What was signed meanwhile keeps its day.'

/** That the machine's clock is right, as far as others know it. @param database undefined without one. */
export async function examineClock(
  config: Config,
  database: Database | undefined,
  now: () => Date,
): Promise<Found[]> {
  const found = [
    ...(await compareWithRows(database, now)),
    ...(await compareWithDatabase(config, database, now)),
    ...(await compareWithStore(config, now)),
  ]
  const isKept = await isSynchronised()
  if (isKept === false) found.push(warning('Nobody keeps the clock of this machine right.', setIt))
  if (found.length > 0) return found
  const by = isKept ? 'is kept right by NTP, and ' : ''
  return [right(`The clock ${by}says ${now().toISOString()}.`)]
}

/** @returns undefined where nobody can tell, as in a container. */
async function isSynchronised(): Promise<boolean | undefined> {
  try {
    const asked = ['show', '--property=NTPSynchronized', '--value']
    const { stdout } = await promisify(execFile)('timedatectl', asked, { timeout: 3_000 })
    return stdout.trim() === 'yes' ? true : stdout.trim() === 'no' ? false : undefined
  } catch {
    return undefined
  }
}

/** What was received or signed cannot be of later than now. */
async function compareWithRows(database: Database | undefined, now: () => Date): Promise<Found[]> {
  if (!database) return []
  const { build, readTogether } = database
  const newest = await readTogether([
    build
      .selectFrom('application')
      .select('received_at as at')
      .orderBy('received_at', 'desc')
      .limit(1)
      .compile(),
    build.selectFrom('journal').select('at').orderBy('at', 'desc').limit(1).compile(),
    build
      .selectFrom('log_checkpoint')
      .select('signed_at as at')
      .orderBy('size', 'desc')
      .limit(1)
      .compile(),
  ])
  const latest = newest
    .flatMap(([row]) => row?.at ?? [])
    .toSorted()
    .at(-1)
  if (latest === undefined || Date.parse(latest) <= now().getTime() + graceMs) return []
  return [
    wrong(
      `The newest row is of ${latest}, and the clock says ${now().toISOString()}: it is behind, or was ahead.`,
      setIt,
    ),
  ]
}

async function compareWithDatabase(
  { database: address }: Config,
  database: Database | undefined,
  now: () => Date,
): Promise<Found[]> {
  if (!database || !address) return []
  const clock = sql<{ ms: string }>`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`
  const before = now().getTime()
  const [row] = await database.read(clock.compile(database.build))
  return compare(Number(row?.ms), (before + now().getTime()) / 2, 'the database’s')
}

/** Any answer has a date, also one that refuses. */
async function compareWithStore({ bucket }: Config, now: () => Date): Promise<Found[]> {
  if (!bucket) return []
  const answer = await askHttp(bucket.address, 3_000)
  // Whether it answers is looked at elsewhere.
  if (typeof answer === 'string') return []
  const date = Date.parse(answer.headers.date ?? '')
  return Number.isNaN(date) ? [] : compare(date, now().getTime(), 'the store’s')
}

function compare(theirs: number, ours: number, whose: string): Found[] {
  const apart = Math.abs(theirs - ours)
  if (apart <= graceMs) return []
  const says = `The clock is ${duration(apart)} ${ours > theirs ? 'ahead of' : 'behind'} ${whose}.`
  return [apart > mostMs ? wrong(says, setIt) : warning(says, setIt)]
}

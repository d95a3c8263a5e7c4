import { beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { parseStampFile } from '@naic/ledger/format/opentimestamps.ts'
import { toHex, utf8 } from '@naic/ledger/format/bytes.ts'
import { sha256 } from '@naic/ledger/format/cryptography.ts'
import { TestCalendar } from '@naic/test/support/start-calendar.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { CheckpointStamps } from './checkpoint-stamps.ts'
import { findEvidence } from '../certificate-evidence.ts'
import { readStampFile } from './find-stamp.ts'
import { verifyLog } from '../audit/verify-log.ts'

const hourMs = 60 * 60 * 1000
const start = new Date('2026-03-14T10:00:00Z')
const after = (hours: number) => new Date(start.getTime() + hours * hourMs)

const place = eachTest(() => TestRegistry.start())
const calendars = [
  eachTest(() => TestCalendar.start()),
  eachTest(() => TestCalendar.start()),
] as const
const logged: string[] = []
beforeEach(() => void logged.splice(0))
const stampsBy = (some: readonly TestCalendar[]) =>
  new CheckpointStamps({
    database: place.database,
    transparencyLog: place.registry.log,
    log: pino({ base: null }, { write: (line) => logged.push(line) }),
    calendars: some.map(({ url }) => url),
  })
const stamps = eachTest(() => stampsBy(calendars))

/** The stamp over the certificate at an index of the log. */
async function stampOver(index: number) {
  const [row] = await place.query<{ id: string }>(
    `SELECT id FROM certificate WHERE log_index = ${index}`,
  )
  const found = await findEvidence(place.registry, row?.id ?? '')
  return found && 'stamp' in found ? found.stamp : undefined
}

const stored = () =>
  place.query<{ size: number; block: number | null }>(
    'SELECT size, block FROM log_stamp ORDER BY size, calendar',
  )

test('the newest checkpoint is promised a block by every calendar, and then has one', async () => {
  await stamps.round(start)
  const promised = { size: 17, block: null }
  expect(await stored()).toEqual([promised, promised])
  calendars[0].mine(958_001)
  await stamps.round(after(1))
  expect((await stored()).map(({ block }) => block).sort()).toEqual([958_001, null])
  expect(await verifyLog(place.registry)).toMatchObject({ stamps: 2, inBlocks: 1, faults: [] })

  // The file is about the checkpoint as it is served, and holds both.
  const head = await place.registry.log.headOf(17)
  const file = await readStampFile(place.registry, 17)
  const stamp = file && parseStampFile(file)
  expect(toHex(stamp?.digest ?? new Uint8Array())).toBe(toHex(await sha256(utf8(head?.note ?? ''))))
  expect(stamp?.timestamp.branches).toHaveLength(2)
})

test('one checkpoint an hour is stamped, and none twice', async () => {
  await stamps.round(start)
  await place.issue()
  await stamps.round(after(0.5))
  expect((await stored()).map(({ size }) => size)).toEqual([17, 17])
  await stamps.round(after(1))
  await stamps.round(after(2))
  expect((await stored()).map(({ size }) => size)).toEqual([17, 17, 20, 20])
  expect(calendars[0].asked.filter((asked) => asked === 'POST /digest')).toHaveLength(2)
})

test('a promise that nobody kept is given up, and the checkpoint is stamped again', async () => {
  await stamps.round(start)
  await stamps.round(after(14 * 24 + 1))
  expect(calendars[0].asked.filter((asked) => asked === 'POST /digest')).toHaveLength(2)
  expect(await stored()).toHaveLength(2)
})

test('a certificate has the first stamp over it that is in a block, before the newest promise', async () => {
  await stamps.round(start)
  expect(await stampOver(5)).toMatchObject({ isInBlock: false })
  calendars[1].mine(958_001)
  await place.issue()
  expect(await stampOver(18)).toBeUndefined()
  await stamps.round(after(1))
  const receipt = (size: number) => expect.stringContaining(`\nnaic.example/log\n${size}\n`)
  expect(await stampOver(5)).toMatchObject({ isInBlock: true, receipt: receipt(17) })
  expect(await stampOver(18)).toMatchObject({ isInBlock: false, receipt: receipt(20) })
})

const afterSteps = (end: Buffer) => Buffer.concat([Buffer.alloc(254, 0x08), end])

describe('a calendar that', () => {
  test.each([
    ['is down', { status: 503, body: Buffer.from('down') }],
    ['answers nonsense', { status: 200, body: Buffer.from('<html>') }],
    ['answers without end', { status: 200, body: Buffer.alloc(20_000) }],
    ['sends elsewhere', { status: 302, body: Buffer.from('') }],
  ])('%s leaves the other one to stamp, and is named in the log', async (_what, answer) => {
    calendars[0].answer = answer
    await stamps.round(start)
    expect(await stored()).toEqual([{ size: 17, block: null }])
    expect(logged.join('')).toContain(calendars[0].url)
    expect(await place.faults()).toEqual([])
  })

  test('names an address that is not in the setting is not followed there', async () => {
    const other = await TestCalendar.start()
    calendars[0].names = other.url
    await stamps.round(start)
    await stamps.round(after(1))
    await other.close()
    expect(other.asked).toEqual([])
    expect(await stored()).toHaveLength(1)
    expect(logged.join('')).toContain(other.url)
  })

  test.each([
    ['is nonsense', () => Buffer.from('<html>')],
    ['ends in many promises', () => calendars[0].promise(100)],
    ['is a chain of 254 steps to a promise', () => afterSteps(calendars[0].promise(1))],
    ['leads to a block after more steps', () => afterSteps(calendars[0].block(958_001))],
  ])('is asked for the block, and whose answer %s, changes nothing', async (_what, answer) => {
    await stamps.round(start)
    const before = await place.query('SELECT * FROM log_stamp')
    calendars[0].answer = { status: 200, body: answer() }
    for (const hours of [1, 2, 3]) await stamps.round(after(hours))
    expect(await place.query('SELECT * FROM log_stamp')).toEqual(before)
    calendars[1].mine(958_002)
    await stamps.round(after(4))
    expect((await stored()).map(({ block }) => block)).toContain(958_002)
  })

  test('promises a hundred blocks at once is not asked a hundred times', async () => {
    calendars[0].answer = { status: 200, body: calendars[0].promise(100) }
    await stamps.round(start)
    await stamps.round(after(0.2))
    expect(calendars[0].asked.length).toBeLessThan(20)
  })
})

test('a stamp that cannot be read leaves the others to be asked for', async () => {
  await stamps.round(start)
  await place.byHand(
    `UPDATE log_stamp SET timestamp = 'AAAA' WHERE calendar = '${calendars[0].url}'`,
  )
  calendars[1].mine(958_001)
  await stamps.round(after(1))
  expect((await stored()).map(({ block }) => block)).toContain(958_001)
  expect(await stampOver(5)).toMatchObject({ isInBlock: true })
})

test.each([
  ['a block that the steps do not lead to', 'UPDATE log_stamp SET block = 1'],
  ['a stamp that cannot be read', "UPDATE log_stamp SET timestamp = 'AAAA'"],
])('log verify finds %s', async (what, change) => {
  const one = stampsBy([calendars[0]])
  await one.round(start)
  calendars[0].mine(958_001)
  await one.round(after(1))
  expect(await place.faults()).toEqual([])
  await place.byHand(change)
  expect((await place.faults()).join(), what).toContain('The stamp of the checkpoint of 17 entries')
})

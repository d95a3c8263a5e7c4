import type { Transaction } from '@naic/store/database/database.ts'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { applicationRow, openEmptyDatabase } from '@naic/test/support/stored-applications.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { RegularRetention, requireRightToRemove } from './remove-expired.ts'

const now = new Date('2026-11-22T10:00:00.000Z')
const days = 100
const ago = (age: number) => new Date(now.getTime() - age * 86_400_000).toISOString()
const idOf = (number: number) => `${String(number).padStart(8, '0')}-0000-8000-8000-000000000000`

describe('what is older than RETENTION_DAYS', () => {
  const empty = eachTest(() => openEmptyDatabase())
  const database = eachTest(() => empty.database)
  let removedResumes: string[]
  let lines: Record<string, unknown>[]
  afterEach(() => vi.useRealTimers())
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    removedResumes = []
    lines = []
  })

  const application = (number: number, age: number) =>
    applicationRow({ id: idOf(number), received_at: ago(age), resume_key: `resume-${number}` })
  const message = (number: number, age: number) => {
    const id = idOf(number)
    return { ...ravi, id, received_at: ago(age) }
  }
  const letter = (id: string, created_at: string, sent_at: string | null = created_at) => ({
    id,
    created_at,
    to_name: 'Asha Rao',
    to_address: 'asha@example.com',
    subject: 'Hello',
    body: 'Asha, hello.',
    attempts: 1,
    due_at: created_at,
    sent_at,
    ...(id.startsWith('certificate-')
      ? { about_kind: 'certificate' as const, about_id: id.slice('certificate-'.length) }
      : { about_kind: 'application' as const, about_id: id.slice(0, 36) }),
  })
  /** A status and its change, both of that time. */
  const shortlisted = async (transaction: Transaction, number: number, changed_at: string) => {
    const common = { application_id: idOf(number), status: 'shortlisted', changed_at }
    const change = { number: 1, settles_at: changed_at, changed_by: 'meera', note: 'Asha' }
    await insertRows(transaction, 'application_status', [{ ...common, changes: 1 }])
    await insertRows(transaction, 'status_change', [{ ...common, ...change }])
  }
  const retention = () =>
    new RegularRetention({
      places: {
        database,
        files: { remove: async (key) => void removedResumes.push(key) },
        mailFolder: path.join(empty.folder, 'mail'),
      },
      log: pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }),
      days,
    })

  async function idsOf(table: 'application' | 'contact_message' | 'letter') {
    const query = database.read.selectFrom(table).select('id').orderBy('id')
    return (await query.execute()).map(({ id }) => id)
  }

  test('goes, counted from the last thing that happened, and nothing younger does', async () => {
    await database.write(async (transaction) => {
      await insertRows(transaction, 'application', [application(1, 101), application(2, 99)])
      await insertRows(transaction, 'application', [application(3, 500), application(4, 500)])
      await shortlisted(transaction, 3, ago(99))
      await shortlisted(transaction, 4, ago(101))
      await insertRows(transaction, 'contact_message', [message(5, 101), message(6, 99)])
      await insertRows(transaction, 'contact_message', [message(7, 500), message(8, 500)])
      await insertRows(transaction, 'message_answer', [
        { message_id: idOf(7), answered_at: ago(99), answered_by: 'meera' },
        { message_id: idOf(8), answered_at: ago(101), answered_by: 'meera' },
      ])
      await insertRows(transaction, 'letter', [
        letter(`${idOf(1)}-applicant`, ago(101)),
        letter(`${idOf(2)}-applicant`, ago(99)),
        letter(`${idOf(3)}-applicant`, ago(500)),
        letter(`${idOf(3)}-status-1`, ago(99)),
        // Younger than what it belongs to.
        letter(`${idOf(5)}-sender`, ago(1)),
        letter('certificate-NAIC26AAAAA', ago(101), null),
        letter('certificate-NAIC26BBBBB', ago(99)),
      ])
    })
    const mail = path.join(empty.folder, 'mail')
    await mkdir(mail)
    const names = [`${idOf(5)}-sender`, `${idOf(3)}-applicant`, 'older', 'younger', 'notes.txt']
    for (const name of names) {
      const file = path.join(mail, name.includes('.') ? name : `${name}.eml`)
      await writeFile(file, 'To: asha@example.com\r\n\r\n')
      const at = new Date(name === 'older' ? ago(101) : ago(99))
      await utimes(file, at, at)
    }

    await retention().run()
    expect(await idsOf('application')).toEqual([idOf(2), idOf(3)])
    expect(await idsOf('contact_message')).toEqual([idOf(6), idOf(7)])
    expect(await idsOf('letter')).toEqual([
      `${idOf(2)}-applicant`,
      `${idOf(3)}-status-1`,
      'certificate-NAIC26AAAAA',
      'certificate-NAIC26BBBBB',
    ])
    expect(removedResumes.toSorted()).toEqual(['resume-1', 'resume-4'])
    expect((await readdir(mail)).toSorted()).toEqual(['notes.txt', 'younger.eml'])
    const emptied = database.read
      .selectFrom('letter')
      .select(['to_name', 'to_address', 'body', 'sent_at'])
      .where('id', '=', 'certificate-NAIC26AAAAA')
    expect(await emptied.execute()).toEqual([
      { to_name: '', to_address: '', body: '', sent_at: now.toISOString() },
    ])
    const changes = database.read.selectFrom('status_change').select('application_id')
    expect(await changes.execute()).toEqual([{ application_id: idOf(3) }])

    const journal = await readJournal(database, 9)
    expect(journal.map(({ who, did, detail }) => `${who} ${did} ${detail}`).toSorted()).toEqual([
      'server retention application: 2',
      'server retention contact_message: 2',
      'server retention letter: 2',
    ])
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'retention: removed what was older',
        application: 2,
        contact_message: 2,
        letter: 2,
        letterFiles: 3,
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain('asha')

    lines = []
    await retention().run()
    expect(lines).toEqual([])
  })

  test('goes a hundred at a time, and a stop in between leaves whole rows', async () => {
    const many = Array.from({ length: 250 }, (_, number) => application(number, 101))
    const letters = many.map(({ id }) => letter(`${id}-applicant`, ago(101)))
    await database.write(async (transaction) => {
      await insertRows(transaction, 'application', many)
      await insertRows(transaction, 'letter', letters)
    })
    const stopped = retention()
    const running = stopped.run()
    await stopped.stop()
    await running
    const left = await idsOf('application')
    expect(left).toHaveLength(150)
    expect(await idsOf('letter')).toEqual(left.map((id) => `${id}-applicant`))
    expect(lines).toEqual([])

    await retention().run()
    expect(await idsOf('application')).toEqual([])
    expect(await idsOf('letter')).toEqual([])
    expect(removedResumes).toHaveLength(250)
  })

  test('stays while the setting is off', async () => {
    await database.write((transaction) =>
      insertRows(transaction, 'application', [application(1, 9_999)]),
    )
    const off = new RegularRetention({ places: {} as never, log: pino(), days: undefined })
    await off.run()
    await requireRightToRemove(database, undefined)
    await requireRightToRemove(database, days)
    expect(await idsOf('application')).toEqual([idOf(1)])
  })
})

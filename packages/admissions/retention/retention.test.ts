import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '@naic/platform/database/database.ts'
import { insertRows } from '@naic/platform/database/insert-rows.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines, type RegistryDatabase } from '@naic/test/support/registry-engines.ts'
import { applicationRow } from '@naic/test/support/stored-applications.ts'
import {
  countExpired,
  keptSince,
  RegularRetention,
  requireRightToRemove,
} from './remove-expired.ts'

const now = new Date('2026-11-22T10:00:00.000Z')
const days = 100
const ago = (age: number) => keptSince(age, now).toISOString()
const idOf = (number: number) => `${String(number).padStart(8, '0')}-0000-8000-8000-000000000000`

describe.each(registryEngines)('what is older than RETENTION_DAYS, on $name', (engine) => {
  let folder: string
  let place: RegistryDatabase
  let database: Database
  let removedResumes: string[]
  let lines: Record<string, unknown>[]
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'naic-retention-'))
    place = engine.at(folder)
    database = await place.open()
    removedResumes = []
    lines = []
  })
  afterEach(async () => {
    await database.close()
    await place.remove()
    await rm(folder, { recursive: true })
  })

  const application = (number: number, received_at: string) =>
    applicationRow({ id: idOf(number), received_at, resume_key: `resume-${number}` })
  const message = (number: number, received_at: string) => ({
    ...ravi,
    id: idOf(number),
    received_at,
  })
  const letter = (id: string, created_at: string, sent_at: string | null = created_at) => ({
    id,
    created_at,
    to_name: 'Asha Rao',
    to_address: 'asha@example.com',
    reply_to_name: null,
    reply_to_address: null,
    subject: 'Hello',
    body: 'Asha, hello.',
    attempts: 1,
    due_at: created_at,
    sent_at,
    last_failure: null,
    failing_since: null,
    refused_at: null,
    gave_up_at: null,
    leased_until: null,
    held_at: null,
  })
  const status = (number: number, changed_at: string) => ({
    application_id: idOf(number),
    status: 'shortlisted',
    changed_at,
    changes: 1,
    completed_on: null,
    internship: null,
  })

  const retention = (keptDays: number | undefined = days) =>
    new RegularRetention({
      places: {
        database,
        files: { remove: async (key) => void removedResumes.push(key) },
        mailFolder: path.join(folder, 'mail'),
      },
      log: pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }),
      days: keptDays,
      now: () => now,
    })

  async function idsOf(table: 'application' | 'contact_message' | 'letter') {
    const query = database.build.selectFrom(table).select('id').orderBy('id')
    return (await database.read(query.compile())).map(({ id }) => id)
  }

  test('goes, counted from the last thing that happened, and nothing younger does', async () => {
    const { build } = database
    const change = { status: 'shortlisted', changed_by: 'meera', note: 'Asha', letter_id: null }
    await database.atomic([
      ...insertRows(build, 'application', [
        application(1, ago(101)),
        application(2, ago(99)),
        application(3, ago(500)),
        application(4, ago(500)),
      ]),
      ...insertRows(build, 'application_status', [status(3, ago(99)), status(4, ago(101))]),
      ...insertRows(build, 'status_change', [
        { ...change, application_id: idOf(3), number: 1, changed_at: ago(99), settles_at: ago(99) },
        {
          ...change,
          application_id: idOf(4),
          number: 1,
          changed_at: ago(101),
          settles_at: ago(101),
        },
      ]),
      ...insertRows(build, 'contact_message', [
        message(5, ago(101)),
        message(6, ago(99)),
        message(7, ago(500)),
        message(8, ago(500)),
      ]),
      ...insertRows(build, 'message_answer', [
        { message_id: idOf(7), answered_at: ago(99), answered_by: 'meera' },
        { message_id: idOf(8), answered_at: ago(101), answered_by: 'meera' },
      ]),
      ...insertRows(build, 'letter', [
        letter(`${idOf(1)}-applicant`, ago(101)),
        letter(`${idOf(2)}-applicant`, ago(99)),
        letter(`${idOf(3)}-applicant`, ago(500)),
        letter(`${idOf(3)}-status-1`, ago(99)),
        // Younger than what it belongs to.
        letter(`${idOf(5)}-sender`, ago(1)),
        letter('certificate-NAIC26AAAAA', ago(101), null),
        letter('certificate-NAIC26BBBBB', ago(99)),
      ]),
    ])
    const mail = path.join(folder, 'mail')
    await mkdir(mail)
    const names = [`${idOf(5)}-sender`, `${idOf(3)}-applicant`, 'older', 'younger', 'notes.txt']
    for (const name of names) {
      const file = path.join(mail, name.includes('.') ? name : `${name}.eml`)
      await writeFile(file, 'To: asha@example.com\r\n\r\n')
      const at = new Date(name === 'older' ? ago(101) : ago(99))
      await utimes(file, at, at)
    }

    expect(await countExpired(database, keptSince(days, now))).toEqual({
      application: 2,
      contact_message: 2,
      letter: 3,
    })
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
    const [emptied] = await database.read(
      build
        .selectFrom('letter')
        .select(['to_name', 'to_address', 'body', 'sent_at'])
        .where('id', '=', 'certificate-NAIC26AAAAA')
        .compile(),
    )
    expect(emptied).toEqual({ to_name: '', to_address: '', body: '', sent_at: now.toISOString() })
    const changes = build.selectFrom('status_change').select('application_id')
    expect(await database.read(changes.compile())).toEqual([{ application_id: idOf(3) }])

    const journal = await database.read(
      build.selectFrom('journal').select(['who', 'did', 'detail']).orderBy('detail').compile(),
    )
    expect(journal).toEqual(
      ['application: 2', 'contact_message: 2', 'letter: 2'].map((detail) => ({
        who: 'server',
        did: 'retention',
        detail,
      })),
    )
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
    expect(await idsOf('application')).toHaveLength(2)
  })

  test('goes a hundred at a time, and a stop in between leaves whole rows', async () => {
    const many = Array.from({ length: 250 }, (_, number) => application(number, ago(101)))
    const letters = many.map(({ id }) => letter(`${id}-applicant`, ago(101)))
    await database.atomic([
      ...insertRows(database.build, 'application', many),
      ...insertRows(database.build, 'letter', letters),
    ])
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
    await database.atomic(insertRows(database.build, 'application', [application(1, ago(9_999))]))
    const off = new RegularRetention({ places: {} as never, log: pino(), days: undefined })
    await off.run()
    await requireRightToRemove(database, undefined)
    await requireRightToRemove(database, days)
    expect(await idsOf('application')).toEqual([idOf(1)])
  })
})

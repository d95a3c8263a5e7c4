import { expect, test } from 'vitest'
import { findMeant } from '@naic/admissions/applications/list-applications.ts'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import { readConfig } from '@naic/house/config.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { FoundApplication } from '../desk-api.ts'
import { openDeskServices } from './desk-services.ts'
import { issueBatch, showBatch } from './issue-batch.ts'

const beside = eachTest(() => startCouncilBesideServer())
const services = eachTest(() => openDeskServices(readConfig(beside.settings)))

async function planned() {
  const plan = await showBatch(services, {})
  return plan.state === 'planned' ? plan : expect.fail(plan.state)
}

async function issue(): Promise<void> {
  const agreed = { mayRepeat: false, without: [] }
  const result = await issueBatch(services, await planned(), agreed, { who: 'meera' })
  expect(result.state).toBe('done')
}

/** @returns the reference of an application that was sent and completed. */
async function completed(
  answers: Record<string, string>,
  internship: string | null = null,
): Promise<string> {
  const { id, reference } = await beside.apply(answers)
  const { write } = beside.api.services.database
  const status = {
    application_id: id,
    status: 'completed',
    changed_at: new Date().toISOString(),
    changes: 1,
    completed_on: '2026-03-14',
    internship,
  }
  await write((transaction) =>
    transaction.insertInto('application_status').values(status).execute(),
  )
  return reference
}

test('completed applications become certificates once, with a letter that leads to page and PDF', async () => {
  const first = await completed({ name: 'Asha Rao', internship: '4', domain: 'Data Science' })
  const second = await completed({ name: 'Ravi Iyer', internship: '', domain: 'Java Development' })
  await beside.apply({ name: 'Not Yet', email: 'not.yet@example.com' })

  const { rows } = await planned()
  expect(rows.map(({ order }) => order.reference).toSorted()).toEqual([first, second].toSorted())
  const order = { reference: first, holder: 'Asha Rao', duration: '6 Weeks' }
  const asha = { order: expect.objectContaining(order), internship: 'Data Science & Analysis' }
  expect(rows).toContainEqual(expect.objectContaining(asha))
  await issue()
  const { database } = beside.api.services
  const [row] = await findMeant(database, first)
  const { certificates = [] } = (await readApplication(database, row?.id ?? '')) as FoundApplication
  expect(certificates).toMatchObject([{ state: 'stands' }])
  const [{ id } = { id: '' }] = certificates
  await beside.sendLetters()
  const letter = (await beside.api.letters()).find(({ text }) => text?.includes(`ID: ${id}`))
  expect(letter?.text).toContain(`https://naic.example/verify/${id}\n`)
  expect(letter?.text).toContain(`https://naic.example/credentials/${id}.pdf\n`)

  expect(await planned()).toMatchObject({ rows: [], before: 2 })
  expect(await readJournal(services.database, 10)).toMatchObject([
    { who: 'meera', did: 'certificates issue', subject: null, detail: '2 issued' },
  ])
})

test('one that no certificate can be made of is named, and keeps no other back', async () => {
  const odd = await completed({ name: '=Asha', internship: '4' })
  const unclear = await completed({ name: 'Meera', internship: '', domain: 'Web Development' })
  await completed({ name: 'Ravi Iyer', internship: '1', domain: 'Java Development' }, '12')
  const { leftOut, rows } = await planned()
  expect(leftOut).toContainEqual({
    where: odd,
    reason: expect.stringContaining('holder begins with "="'),
  })
  expect(leftOut).toContainEqual({
    where: unclear,
    reason: expect.stringContaining('which internship it was is not known'),
  })
  // Of an internship in another domain than was applied for, it names that domain.
  expect(rows).toMatchObject([{ order: { holder: 'Ravi Iyer', domain: 'Generative AI' } }])
  await issue()
})

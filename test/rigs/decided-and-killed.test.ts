import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { takeBack } from '@naic/admissions/applications/take-back.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStored } from '@naic/house/storage.ts'
import { apply } from '#support/apply-by-number.ts'
import { killProgram } from '#support/council.ts'
import { decideIn } from '#support/decide-in.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'

const applicants = 8
const delay = { LETTER_DELAY_SECONDS: '3600' }

test('whoever is killed between a decision and its letter: each letter goes once, and none that was taken back', async () => {
  await using relay = await startRelay()
  await using site = await RunningSite.start({
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    ...delay,
  })
  const allSent = () =>
    expect.poll(() => site.query('SELECT id FROM letter WHERE sent_at IS NULL')).toEqual([])
  const ids: string[] = []
  for (let number = 0; number < applicants; number += 1) {
    const { body } = await apply(site.url, number)
    ids.push((body as { id: string }).id)
  }
  await allSent()
  await site.kill()
  relay.taken.length = 0

  // Who decides is killed before and after a change is stored, and each time begins again.
  const statuses = ['accepted', 'waitlisted', 'declined'] as const
  const decision = (at: number) => ({ id: ids[at] ?? '', to: statuses[at % 3] ?? 'accepted' })
  const environment = { DATA_DIR: site.dataDir, SITE_URL: site.url, ...delay }
  const decided = () => site.query('SELECT application_id FROM status_change').length
  for (const [at, when] of (['before', 'after'] as const).entries()) {
    const write = { at: 'commit', of: 'status_change', when } as const
    const { id, to } = decision(at)
    await killProgram(write, ['test/support/decide-in.ts', id, to], environment)
    expect(decided()).toBe(at * 2)
    await decideIn(environment, decision(at))
    expect(decided()).toBe(at + 1)
  }
  for (let at = 2; at < ids.length; at += 1) await decideIn(environment, decision(at))
  expect(decided()).toBe(applicants)
  // Some of it is taken back.
  const takenBack = [...ids.slice(0, 2), ...ids.slice(-2)]
  await using stored = await openStored(readConfig(environment))
  const newest = { number: 1, who: 'meera' }
  for (const id of takenBack)
    expect(await takeBack(stored.database, id, newest)).toEqual({ state: 'taken back' })

  // As if the hour had passed, the letters are due; the server is killed when it has taken them, and before the first.
  const database = new DatabaseSync(path.join(site.dataDir, 'naic.sqlite'))
  database.exec(`UPDATE letter SET due_at = '2026-01-01T00:00:00.000Z' WHERE sent_at IS NULL`)
  database.close()
  await site.bootToDie({ at: 'commit', of: 'letter', when: 'after' })
  await site.bootToDie({ at: 'send', of: 'MAIL FROM' })
  expect(relay.given).toHaveLength(2 * applicants)
  await site.boot()
  await allSent()
  // Nothing goes again before the letters of who comes after another kill.
  await site.kill()
  await site.boot()
  await apply(site.url, applicants)
  await allSent()
  const sent = await Promise.all(relay.taken.map(({ message }) => PostalMime.parse(message)))
  const told = ids.filter((id) => !takenBack.includes(id))
  const ofDecisions = sent.flatMap(({ messageId = '' }) =>
    /-status-/.test(messageId) ? messageId : [],
  )
  expect(ofDecisions.toSorted()).toEqual(
    told.map((id) => `<${id}-status-1@example.org>`).toSorted(),
  )
  expect(sent).toHaveLength(told.length + 2)
  const statusOf = 'SELECT status FROM application_status WHERE application_id = ?'
  for (const id of takenBack) expect(site.query(statusOf, id)).toEqual([{ status: 'received' }])
})

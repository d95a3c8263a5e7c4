import { expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { about, letter } from '@naic/test/support/trial-outbox.ts'
import { readMetrics } from '@naic/test/support/scrape-metrics.ts'
import { postLetter } from '@naic/store/mail/letter-queue.ts'
import { Metrics } from './metrics.ts'

const anHourAgo = new Date(Date.now() - 3_600_000)

/** Each letter, and what came of it an hour ago. */
const letters = {
  waiting: undefined,
  'waiting, but not for long': undefined,
  sent: 'sent_at',
  refused: 'refused_at',
  'given up': 'gave_up_at',
} as const

const folder = eachTest(newFolder)

test.each(registryEngines)(
  'what waits in the outbox, and what will not be tried again, is counted: $name',
  async ({ at }) => {
    const place = at(folder.path)
    const database = await place.open()
    for (const [id, what] of Object.entries(letters)) {
      const now = id.includes('not for long') ? new Date() : anHourAgo
      await database.write((transaction) => postLetter(transaction, letter(id), { about, now }))
      if (what) {
        const then = { [what]: now.toISOString() }
        await database.write((transaction) =>
          transaction.updateTable('letter').where('id', '=', id).set(then).execute(),
        )
      }
    }
    const values = readMetrics(await new Metrics(database).text())
    await database.close()
    await place.remove()

    expect(values.get('naic_outbox_letters{state="waiting"}')).toBe(2)
    expect(values.get('naic_outbox_letters{state="refused"}')).toBe(1)
    expect(values.get('naic_outbox_letters{state="given_up"}')).toBe(1)
    expect(values.get('naic_outbox_oldest_waiting_seconds')).toBeGreaterThanOrEqual(3_600)
    expect(values.get('naic_outbox_oldest_waiting_seconds')).toBeLessThan(3_700)
  },
)

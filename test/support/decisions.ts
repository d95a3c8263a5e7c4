import { readApplication } from '@naic/admissions/applications/read-application.ts'
import { changeStatus } from '@naic/admissions/applications/set-status.ts'
import type { StatusAsked } from '@naic/admissions/applications/status-rules.ts'
import type { Database } from '@naic/store/database/database.ts'
import { outboxOfServer } from '@naic/store/mail/outbox.ts'
import { planStatusChange } from './decide-in.ts'
import { applicationRow, storeApplications } from './stored-applications.ts'

/** Applications on a test's database, and what Asha of the staff decides of them. */
export function decisionsOn(place: { database: Database }) {
  const services = (letterDelaySeconds = 30) => {
    const { database } = place
    return { database, outbox: outboxOfServer, letterDelaySeconds }
  }

  const plan = (id: string, to: StatusAsked['to'], more: Partial<StatusAsked> = {}) =>
    planStatusChange(services(), { id, to, withLetter: true, ...more })

  async function planned(...wanted: Parameters<typeof plan>) {
    const result = await plan(...wanted)
    if (result.state !== 'planned') throw new Error(JSON.stringify(result))
    return result.plan
  }

  return {
    services,
    plan,
    planned,

    /** @returns the id of one that is stored, with other values where they matter. */
    async store(values: Parameters<typeof applicationRow>[0] = {}) {
      const row = applicationRow(values)
      await storeApplications(place.database, [row])
      return row.id
    },

    async read(id: string) {
      const found = await readApplication(place.database, id)
      if (found.state !== 'found') throw new Error(found.state)
      return found
    },

    /** Makes a change, also without what should have come in before it. @returns whether it was made. */
    async set(
      id: string,
      to: StatusAsked['to'],
      more: Partial<StatusAsked> = {},
      letterDelaySeconds = 30,
    ) {
      const deed = { who: 'asha', withoutReceipts: true }
      const change = await planned(id, to, more)
      return (await changeStatus(services(letterDelaySeconds), change, deed)).state
    },

    make: (change: Parameters<typeof changeStatus>[1], who = 'asha') =>
      changeStatus(services(), change, { who }),
  }
}

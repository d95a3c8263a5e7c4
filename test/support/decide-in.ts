import type { ApplicationStatus } from '@naic/admissions/applications/application-status.ts'
import { findRow, toListed } from '@naic/admissions/applications/list-applications.ts'
import { changeStatus, planStatusChanges } from '@naic/admissions/applications/set-status.ts'
import type { StatusAsked } from '@naic/admissions/applications/status-rules.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStored } from '@naic/house/storage.ts'
import type { Database } from '@naic/store/database/database.ts'
import { outboxOfServer } from '@naic/store/mail/outbox.ts'

type Deed = Partial<StatusAsked> & { id: string; to: ApplicationStatus; who?: string }

/** Plans for one application what the desk plans for many. */
export async function planStatusChange(
  { database }: { database: Database },
  { id, ...wanted }: StatusAsked & { id: string },
) {
  const row = await findRow(database, id)
  const [planned] = row ? await planStatusChanges(database, [toListed(row)], wanted) : []
  return planned ?? { state: 'unknown' as const }
}

/** Decides an application as the desk does, beside what runs there. @throws if it cannot be. */
export async function decideIn(
  environment: Record<string, string | undefined>,
  { who = 'meera', ...wanted }: Deed,
): Promise<void> {
  const config = readConfig(environment)
  await using stored = await openStored(config)
  const { letterDelaySeconds } = config
  const services = { ...stored, outbox: outboxOfServer, letterDelaySeconds }
  const planned = await planStatusChange(services, { withLetter: true, ...wanted })
  if (planned.state === 'already') return
  if (planned.state !== 'planned') throw new Error(JSON.stringify(planned))
  const deed = { who, withoutReceipts: true }
  const { state } = await changeStatus(services, planned.plan, deed)
  if (state !== 'changed') throw new Error(state)
}

// As a process of its own it can be killed.
if (import.meta.main) {
  const [id = '', to = ''] = process.argv.slice(2)
  await decideIn(process.env, { id, to: to as ApplicationStatus })
}

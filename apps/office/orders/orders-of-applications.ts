import { type InferResult, sql } from 'kysely'
import programme from '@naic/content/programme.json' with { type: 'json' }
import { domains } from '@naic/admissions/forms/application-form.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import type { Mistake } from '@naic/store/sheets/decode-table.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { type Programme, readProgrammes } from '@naic/house/programmes.ts'
import { keysQuery, voidingKey } from '@naic/registry/keys/registry-keys.ts'
import { checkOrder } from './read-orders.ts'

type ApplicationOrders = {
  /** Each has the application's reference, so that it is carried out only once. */
  orders: Order[]
  /** The references of applications that cannot be made into an order, and why. */
  leftOut: Mistake[]
  /** How many have their certificate, whatever it says. */
  before: number
}

const unclear =
  'which internship it was is not known; mark it as completed again, and choose the internship'

/**
 * Makes orders of all completed applications that have no certificate yet, so that nobody types a name
 * again. An application that cannot be made into an order does not hold up the others: its certificate
 * can be ordered by hand under the same reference, and then it counts as issued.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function ordersOfApplications(database: Database): Promise<ApplicationOrders> {
  const result: ApplicationOrders = { orders: [], leftOut: [], before: 0 }
  const programmes = readProgrammes('')
  for await (const rows of walkPages(
    completed(database),
    ({ id }) => sql`application.id > ${id}`,
  )) {
    const done = await haveCertificates(
      database,
      rows.map(({ id }) => referenceOf(id)),
    )
    for (const row of rows) {
      const reference = referenceOf(row.id)
      if (done.has(reference)) {
        result.before += 1
        continue
      }
      const of = findProgramme(row.completed ?? row.chosen, row.domain, programmes)
      if (!of) {
        result.leftOut.push({ where: reference, reason: unclear })
        continue
      }
      const checked = checkOrder(fieldsOf(row, of, programmes), programmes)
      if (checked.ok) result.orders.push(checked.order)
      else result.leftOut.push(...checked.reasons.map((reason) => ({ where: reference, reason })))
    }
  }
  return result
}

type CompletedRow = InferResult<ReturnType<typeof completed>>[number]

function fieldsOf(row: CompletedRow, of: Programme, programmes: readonly Programme[]) {
  return {
    reference: referenceOf(row.id),
    holder: row.name,
    verified_on: row.completed_on ?? '',
    email: row.email,
    domain: domainOf(of, row.domain, programmes),
    duration: programme.weeks.map((weeks) => `${weeks} Weeks`).find(isSame(of.duration)) ?? '',
    internship: String(of.id),
  }
}

/** The one that was named; otherwise the only one of the domain, if it has just one. */
function findProgramme(
  internship: string | null,
  domain: string,
  programmes: readonly Programme[],
): Programme | undefined {
  if (internship !== null) return programmes.find(({ id }) => String(id) === internship)
  const [only, ...others] = programmes.filter(({ category }) => category === domain)
  return others.length === 0 ? only : undefined
}

/** If the internship is of another domain than was applied for, the certificate names its own domain. */
function domainOf(of: Programme, applied: string, programmes: readonly Programme[]): string {
  const isElsewhere = programmes.some(({ category }) => category === applied)
  const ours: readonly string[] = domains
  return isElsewhere && ours.includes(of.category) ? of.category : applied
}

const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()

const completed = ({ read }: Pick<Database, 'read'>) =>
  read
    .selectFrom('application_status')
    .innerJoin('application', 'application.id', 'application_status.application_id')
    .leftJoin('application_kept', 'application_kept.application_id', 'application.id')
    .select(['application.id', 'domain', 'completed_on'])
    .select(({ fn }) => fn.coalesce('application_kept.email', 'application.email').as('email'))
    .select(({ fn }) => fn.coalesce('application_kept.name', 'application.name').as('name'))
    .select(['application.internship as chosen', 'application_status.internship as completed'])
    .where('status', '=', 'completed')
    .orderBy('application.id')

/** A void certificate does not count. A revoked one does: staff decide whether to issue another. */
async function haveCertificates({ read, readTogether }: Database, references: readonly string[]) {
  const query = read
    .selectFrom('certificate')
    .select(['external_reference', 'log_index'])
    .where('external_reference', 'in', references)
  const [rows, keys] = await readTogether([query, keysQuery(read)])
  const counting = rows.filter((row) => !voidingKey(keys, row.log_index))
  return new Set(counting.map((row) => row.external_reference))
}

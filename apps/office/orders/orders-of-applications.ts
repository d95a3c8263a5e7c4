import programme from '@naic/content/programme.json' with { type: 'json' }
import {
  countOf,
  type ListedApplication,
  toListed,
  walkApplications,
} from '@naic/admissions/applications/list-applications.ts'
import { domains } from '@naic/admissions/forms/application-form.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { Mistake } from '@naic/store/sheets/decode-table.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { type Programme, readProgrammes } from '@naic/house/programmes.ts'
import { checkOrder } from './read-orders.ts'

type ApplicationOrders = {
  /** Each has the application's reference, so that it is carried out only once. */
  orders: Order[]
  /** The references of applications that cannot be made into an order, and why. */
  leftOut: Mistake[]
  /** How many have their certificate, whatever it says. */
  before: number
}

/**
 * Makes orders of all completed applications that have no certificate yet, so that nobody types a name
 * again. An application that cannot be made into an order does not hold up the others: its certificate
 * can be ordered by hand under the same reference, and then it counts as issued.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function ordersOfApplications(database: Database): Promise<ApplicationOrders> {
  const programmes = readProgrammes('')
  const orders: Order[] = []
  const leftOut: Mistake[] = []
  let before = await countOf(database, { status: 'completed' })
  for await (const rows of walkApplications(database, { missing: 'certificate' })) {
    before -= rows.length
    for (const application of rows.map(toListed)) {
      const checked = orderOf(application, programmes)
      if (checked.ok) orders.push(checked.order)
      else
        leftOut.push(...checked.reasons.map((reason) => ({ where: application.reference, reason })))
    }
  }
  return { orders, leftOut, before: Math.max(0, before) }
}

const unclear =
  'which internship it was is not known; mark it as completed again, and choose the internship'

function orderOf(application: ListedApplication, programmes: Programme[]) {
  const { reference, name, email, domain, completedOn, completedInternship } = application
  const of = findProgramme(completedInternship ?? application.internship, domain, programmes)
  if (!of) return { ok: false as const, reasons: [unclear] }
  const order = {
    reference,
    holder: name,
    verified_on: completedOn ?? '',
    email,
    domain: domainOf(of, domain, programmes),
    duration: programme.weeks.map((weeks) => `${weeks} Weeks`).find(isSame(of.duration)) ?? '',
    internship: String(of.id),
  }
  return checkOrder(order, programmes)
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

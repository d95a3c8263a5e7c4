import type { GivenFacts } from '@naic/ledger/format/credential.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { programmeOf, readProgrammes } from '@naic/house/programmes.ts'
import { findRepeats, type Repeat } from '@naic/registry/issuing/find-repeats.ts'
import {
  type Conflict,
  findIssued,
  type Issued,
} from '@naic/registry/issuing/issue-certificates.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { shortDay, timeInIndia } from '@naic/store/sheets/indian-day.ts'
import type { Registry } from '@naic/registry/registry.ts'

const yearMs = 365 * 24 * 60 * 60 * 1000

/** @returns what it says beyond what every certificate says. */
function givenOf({ startedOn, endedOn, hours, credits, college }: Order): string[] {
  const given: Record<keyof GivenFacts, [label: string, value: string | number | undefined]> = {
    startedOn: ['Started on', startedOn && shortDay(startedOn)],
    endedOn: ['Ended on', endedOn && shortDay(endedOn)],
    hours: ['Hours', hours],
    credits: ['Credits', credits],
    college: ['College', college],
  }
  return Object.values(given).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${value}`,
  )
}

const sayRepeat = ({ of }: Repeat): string =>
  'order' in of
    ? `${nameOf(of.order)} of the same file says the same`
    : `${of.id}, issued on ${timeInIndia(of.issuedAt)}, says the same`

const nameOf = ({ reference, holder }: Order) =>
  printable(reference === undefined ? holder : `reference ${reference} (${holder})`)

/** As people type in haste; the certificate would keep it. */
function isOdd({ holder }: Order): boolean {
  const [small, capital] = [holder.toLowerCase(), holder.toUpperCase()]
  return small !== capital && (holder === small || (holder === capital && holder.length > 5))
}

const isOld = (day: string) => Date.parse(day) < Date.now() - yearMs

/** One certificate of a batch as a row to be looked through. */
export type OrderRow = {
  order: Order
  /** Null if it is not certain, so that nothing is said of what was learnt. */
  internship: string | null
  /** What it says beyond what every certificate says, such as "Hours 80". */
  given: string[]
  /** What may be a slip, each in a few words. */
  marks: string[]
  /** What says the same already; null if nothing does. */
  repeats: string | null
}

/**
 * @param refused addresses that take no letter, in small letters.
 * @returns a row for each of a batch, in its order.
 */
export function toOrderRows(
  orders: readonly Order[],
  repeats: readonly Repeat[],
  refused: ReadonlySet<string> = new Set(),
): OrderRow[] {
  const programmes = readProgrammes('')
  const others = Map.groupBy(orders, ({ holder }) => holder.toLowerCase())
  const repeatOf = new Map(repeats.map((repeat) => [repeat.order, repeat]))
  return orders.map((order) => {
    const twice = others.get(order.holder.toLowerCase())?.find((other) => other !== order)
    const repeat = repeatOf.get(order)
    return {
      order,
      internship: programmeOf(order, programmes)?.learnt.internship ?? null,
      given: givenOf(order),
      marks: [
        ...(twice ? [`the same name as ${nameOf(twice)}`] : []),
        ...(isOdd(order) ? ['a name all in small letters or capitals'] : []),
        ...(isOld(order.verifiedOn) ? ['more than a year ago'] : []),
        ...(refused.has(order.email?.toLowerCase() ?? '')
          ? ['this address refuses our letters: correct it first']
          : []),
      ],
      repeats: repeat ? sayRepeat(repeat) : null,
    }
  })
}

/** What would happen to orders if they were carried out now. */
type IssuePlan =
  /** New orders, those that were carried out before, and new ones that say the same as another. */
  | { state: 'planned'; fresh: Order[]; before: Issued[]; repeats: Repeat[] }
  /** The registry has these references with other facts. Nothing may be issued. */
  | { state: 'conflicts'; conflicts: Conflict[] }
  /** What is signed for a wrong address cannot be changed. */
  | { state: 'other site'; registrySite: string }

/**
 * Checks orders before anything is signed. `issueCertificates` checks only the references again.
 *
 * @param siteUrl the site's address as it is set.
 * @param mayRepeat leaves out the search for orders that say the same as another.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function planIssue(
  registry: Registry,
  orders: readonly Order[],
  siteUrl: string,
  mayRepeat = false,
): Promise<IssuePlan> {
  if (siteUrl !== registry.siteUrl) return { state: 'other site', registrySite: registry.siteUrl }
  const { issued, conflicts } = await findIssued(registry, orders)
  if (conflicts.length > 0) return { state: 'conflicts', conflicts }
  const fresh = orders.filter(({ reference }) => !reference || !issued.has(reference))
  const repeats = mayRepeat ? [] : await findRepeats(registry, fresh)
  // Somebody may have issued by the same orders between the two questions: that is no repeat.
  const sinceThen = repeats.length > 0 ? (await findIssued(registry, fresh)).issued.size : 0
  if (sinceThen > 0) return planIssue(registry, orders, siteUrl, mayRepeat)
  return { state: 'planned', fresh, before: [...issued.values()], repeats }
}

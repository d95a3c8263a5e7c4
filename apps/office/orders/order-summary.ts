import type { Order } from '@naic/registry/issuing/order.ts'
import { programmeOf, readProgrammes } from '@naic/house/programmes.ts'
import { findRepeats, type Repeat } from '@naic/registry/issuing/find-repeats.ts'
import {
  type Conflict,
  findIssued,
  type Issued,
} from '@naic/registry/issuing/issue-certificates.ts'
import { type OfferedField, whyNotOffered } from './read-orders.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { shortDay } from '@naic/store/sheets/indian-day.ts'
import type { Registry } from '@naic/registry/registry.ts'

/** What staff see before certificates are issued, while a slip can still be mended. */

const mostNamed = 20
const yearMs = 365 * 24 * 60 * 60 * 1000

/** @returns lines about one certificate. */
export function describeOrder(order: Order): string {
  const { holder, domain, duration, verifiedOn, email, withEmail } = order
  return [
    `Holder:      ${printable(holder)}`,
    `Domain:      ${printable(domain)}${markUnknown('domain')(domain)}`,
    `Duration:    ${printable(duration)}${markUnknown('duration')(duration)}`,
    `Verified on: ${shortDay(verifiedOn)}${markOld(verifiedOn)}`,
    `Internship:  ${internshipNamer(nothingLearnt)(order)}`,
    ...givenOf(order).map(([name, value]) => `${`${name}:`.padEnd(12)} ${printable(value)}`),
    `Letter to:   ${email === undefined ? 'nobody' : printable(email)}`,
    ...(email !== undefined && withEmail ? [`Signed too:  ${hashSigned}`] : []),
  ].join('\n')
}

/** @returns what it says beyond what every certificate says. */
function givenOf({ startedOn, endedOn, hours, credits, college }: Order): [string, string][] {
  const given = {
    'Started on': startedOn && shortDay(startedOn),
    'Ended on': endedOn && shortDay(endedOn),
    Hours: hours,
    Credits: credits,
  }
  return Object.entries({ ...given, College: college }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
}

const hashSigned = 'a hash of the e-mail address, which anybody can guess from'

/** @returns a function that names the internship, by the catalogue as it is now. */
function internshipNamer(unknown: string) {
  const programmes = readProgrammes('')
  return (order: Order) => programmeOf(order, programmes)?.learnt.internship ?? unknown
}

const nothingLearnt = 'not certain, so nothing of what was learnt (column internship)'

/** @returns a line for each of the first certificates, with what it will say. */
export function listOrders(orders: readonly Order[]): string {
  const internshipOf = internshipNamer('internship not certain')
  const lines = orders.map((order) => {
    const { reference = '', holder, domain, duration, verifiedOn } = order
    const given = givenOf(order).map(([name, value]) => `${name.toLowerCase()} ${value}`)
    const said = [holder, domain, duration, verifiedOn, internshipOf(order), ...given]
    return printable(`  ${reference}  ${said.join(', ')}`)
  })
  return ['Certificates:', ...some(lines)].join('\n')
}

/** @returns lines about a batch: how many of each kind, and what may be a slip. */
export function describeBatch(orders: readonly Order[]): string {
  const letters = orders.filter(({ email }) => email !== undefined)
  const hashed = letters.filter(({ withEmail }) => withEmail).length
  return [
    ...counted('Domains', orders, ({ domain }) => domain, markUnknown('domain')),
    ...counted('Durations', orders, ({ duration }) => duration, markUnknown('duration')),
    ...counted('Verified on', orders, ({ verifiedOn }) => verifiedOn, markOld),
    ...counted('Internships', orders, internshipNamer(nothingLearnt), () => ''),
    ...countGiven(orders),
    ...titled('Names that occur twice:', namesTwice(orders)),
    ...titled('Names all in small letters or capitals:', orders.filter(isOdd).map(nameOf)),
    `Letters that go out: ${letters.length}`,
    ...(hashed > 0 ? [`Signed too: ${hashSigned}, in ${hashed}`] : []),
  ].join('\n')
}

/** @returns how many say when it began, its hours and so on; none where nobody does. */
function countGiven(orders: readonly Order[]): string[] {
  const names = orders.flatMap((order) => givenOf(order).map(([name]) => name))
  const counts = Object.entries(Object.groupBy(names, (name) => name))
  return titled(
    'Said too:',
    counts.map(([name, of = []]) => `${name}: ${of.length}`),
  )
}

/** @returns lines that name the orders and what says the same. */
export const describeRepeats = (repeats: readonly Repeat[]): string =>
  some(repeats.map((repeat) => `${nameOf(repeat.order)}: ${sayRepeat(repeat)}`)).join('\n')

const sayRepeat = ({ of }: Repeat): string =>
  'order' in of
    ? `${nameOf(of.order)} of the same file says the same`
    : `${of.id}, issued on ${inIndia.format(new Date(of.issuedAt))}, says the same`

const inIndia = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'long',
  timeStyle: 'short',
})

const nameOf = ({ reference, holder }: Order) =>
  printable(reference === undefined ? holder : `reference ${reference} (${holder})`)

function counted(
  title: string,
  orders: readonly Order[],
  valueOf: (order: Order) => string,
  markOf: (value: string) => string,
): string[] {
  const groups = Object.entries(Object.groupBy(orders, valueOf))
  const lines = groups
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([value, of = []]) => `  ${printable(value)}: ${of.length}${markOf(value)}`)
  return [`${title}:`, ...lines]
}

const titled = (title: string, names: readonly string[]) =>
  names.length === 0 ? [] : [title, ...some(names.map((name) => `  ${name}`))]

const namesTwice = (orders: readonly Order[]): string[] =>
  Object.values(Object.groupBy(orders, ({ holder }) => holder.toLowerCase()))
    .filter((of = []) => of.length > 1)
    .map((of = []) => of.map(nameOf).join(', '))

/** As people type in haste; the certificate would keep it. */
function isOdd({ holder }: Order): boolean {
  const [small, capital] = [holder.toLowerCase(), holder.toUpperCase()]
  return small !== capital && (holder === small || (holder === capital && holder.length > 5))
}

const some = (lines: readonly string[]) =>
  lines.length <= mostNamed
    ? lines
    : [...lines.slice(0, mostNamed), `  and ${lines.length - mostNamed} more`]

const markUnknown = (field: OfferedField) => (value: string) =>
  whyNotOffered(field, value) ? ' (not one of ours)' : ''

const isOld = (day: string) => Date.parse(day) < Date.now() - yearMs
const markOld = (day: string) => (isOld(day) ? ' (more than a year ago)' : '')

/** One certificate of a batch as a row to be looked through. */
export type OrderRow = {
  reference: string
  holder: string
  domain: string
  duration: string
  /** YYYY-MM-DD. */
  verifiedOn: string
  /** Null if it is not certain, so that nothing is said of what was learnt. */
  internship: string | null
  /** What it says beyond what every certificate says, such as "Hours 80". */
  given: string[]
  /** Where the letter goes; null if nowhere. */
  email: string | null
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
  refused: ReadonlySet<string>,
): OrderRow[] {
  const internshipOf = internshipNamer('')
  const others = Map.groupBy(orders, ({ holder }) => holder.toLowerCase())
  const repeatOf = new Map(repeats.map((repeat) => [repeat.order, repeat]))
  return orders.map((order) => {
    const { holder, domain, duration, verifiedOn } = order
    const twice = (others.get(holder.toLowerCase()) ?? []).filter((other) => other !== order)
    const repeat = repeatOf.get(order)
    return {
      reference: order.reference ?? '',
      holder,
      domain,
      duration,
      verifiedOn,
      internship: internshipOf(order) || null,
      given: givenOf(order).map(([name, value]) => `${name} ${value}`),
      email: order.email ?? null,
      marks: [
        ...(twice.length > 0 ? [`the same name as ${nameOf(twice[0] as Order)}`] : []),
        ...(isOdd(order) ? ['a name all in small letters or capitals'] : []),
        ...(isOld(verifiedOn) ? ['more than a year ago'] : []),
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

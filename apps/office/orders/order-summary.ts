import type { Order } from '@naic/registry/issuing/order.ts'
import { programmeOf, readProgrammes } from '@naic/installation/programmes.ts'
import {
  type Conflict,
  findIssued,
  findRepeats,
  type Issued,
  type Repeat,
} from '@naic/registry/issuing/issued-before.ts'
import { type OfferedField, whyNotOffered } from './read-orders.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Registry } from '@naic/registry/registry.ts'

/** What staff is shown before it is issued, so that a slip is seen while it can be mended. */

const mostNamed = 20
const yearMs = 365 * 24 * 60 * 60 * 1000

/** @returns lines about one certificate. */
export function describeOrder(order: Order): string {
  const { holder, domain, duration, verifiedOn, email } = order
  return [
    `Holder:      ${printable(holder)}`,
    `Domain:      ${printable(domain)}${markUnknown('domain')(domain)}`,
    `Duration:    ${printable(duration)}${markUnknown('duration')(duration)}`,
    `Verified on: ${verifiedOn}${markOld(verifiedOn)}`,
    `Internship:  ${internshipOf()(order)}`,
    `Letter to:   ${email === undefined ? 'nobody' : printable(email)}`,
  ].join('\n')
}

/**
 * Of which the certificate will say what was learnt; for good, so that it is to be seen before.
 *
 * @returns what tells it of any order, by the catalogue as it is now.
 */
function internshipOf() {
  const programmes = readProgrammes('')
  return (order: Order) =>
    programmeOf(order, programmes)?.learnt.internship ??
    'not certain, so nothing of what was learnt (column internship)'
}

/** @returns a line for each of the first certificates: whose, and what it will say. */
export function listOrders(orders: readonly Order[]): string {
  const programmes = readProgrammes('')
  const lines = orders.map((order) => {
    const { reference = '', holder, domain, duration, verifiedOn } = order
    const internship = programmeOf(order, programmes)?.learnt.internship ?? 'internship not certain'
    return printable(
      `  ${reference}  ${[holder, domain, duration, verifiedOn, internship].join(', ')}`,
    )
  })
  return ['Certificates:', ...some(lines)].join('\n')
}

/** @returns lines about a batch: what there is of each, and what may be a slip. */
export function describeBatch(orders: readonly Order[]): string {
  const letters = orders.filter(({ email }) => email !== undefined).length
  return [
    ...counted('Domains', orders, ({ domain }) => domain, markUnknown('domain')),
    ...counted('Durations', orders, ({ duration }) => duration, markUnknown('duration')),
    ...counted('Verified on', orders, ({ verifiedOn }) => verifiedOn, markOld),
    ...counted('Internships', orders, internshipOf(), () => ''),
    ...namesTwice(orders),
    ...oddNames(orders),
    `Letters that go out: ${letters}`,
  ].join('\n')
}

/** @returns lines that name the orders for what another certificate says already. */
export const describeRepeats = (repeats: readonly Repeat[]): string =>
  some(repeats.map(({ order, of }) => `${nameOf(order)}: ${describeOther(of)}`)).join('\n')

function describeOther(of: Repeat['of']): string {
  if ('order' in of) return `${nameOf(of.order)} of the same file says the same`
  return `${of.id}, issued on ${inIndia.format(new Date(of.issuedAt))}, says the same`
}

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

function namesTwice(orders: readonly Order[]): string[] {
  const lines = Object.values(Object.groupBy(orders, ({ holder }) => holder.toLowerCase()))
    .filter((of = []) => of.length > 1)
    .map((of = []) => `  ${of.map(nameOf).join(', ')}`)
  return lines.length === 0 ? [] : ['Names that occur twice:', ...some(lines)]
}

/** As people type who fill in a form in haste; on a certificate it stays so. */
function oddNames(orders: readonly Order[]): string[] {
  const odd = orders.filter(({ holder }) => {
    const [small, capital] = [holder.toLowerCase(), holder.toUpperCase()]
    return small !== capital && (holder === small || (holder === capital && holder.length > 5))
  })
  const lines = odd.map((order) => `  ${nameOf(order)}`)
  return lines.length === 0 ? [] : ['Names all in small letters or capitals:', ...some(lines)]
}

const some = (lines: readonly string[]) =>
  lines.length <= mostNamed
    ? lines
    : [...lines.slice(0, mostNamed), `  and ${lines.length - mostNamed} more`]

const markUnknown = (field: OfferedField) => (value: string) =>
  whyNotOffered(field, value) ? ' (not one of ours)' : ''

const markOld = (day: string) =>
  Date.parse(day) < Date.now() - yearMs ? ' (more than a year ago)' : ''

/** What would become of orders if they were carried out now. */
export type IssuePlan =
  /** Those not carried out before, those that were, and which say what another certificate says. */
  | { state: 'planned'; fresh: Order[]; before: Issued[]; repeats: Repeat[] }
  /** These references stand for something else. Nothing may be issued. */
  | { state: 'conflicts'; conflicts: Conflict[] }
  /** What is signed for a wrong address stays so. */
  | { state: 'other site'; registrySite: string }

/**
 * Looks at orders before anything is signed. `issueCertificates` carries them out; it looks at
 * references once more, and at nothing else of this.
 *
 * @param siteUrl the site's address as it is set.
 * @param mayRepeat whether it is known to be meant, so that nobody looks for what is said already.
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
  return { state: 'planned', fresh, before: [...issued.values()], repeats }
}

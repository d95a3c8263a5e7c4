import { hash } from 'node:crypto'
import type { Internship } from '@naic/content/content-schemas.ts'
import { internships } from '@naic/content/internships-on-disk.ts'
import { canonicalJson } from '@naic/ledger/format/canonical-json.ts'
import { type Learnt, writeLearnt } from '@naic/ledger/format/credential.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { folded } from '@naic/store/sheets/nearest-meant.ts'

/** An internship of the catalogue, and what a certificate says of it today. */
export type Programme = { id: number; category: string; duration: string; learnt: Learnt }

/** Those of the catalogue, as certificates of this site name them. */
export function readProgrammes(siteUrl: string): Programme[] {
  return internships.map(({ id, category, duration, title, skills, projects }) => {
    const said = { internship: title, skills, projects: projects.map(toProject) }
    const version = hash('sha256', canonicalJson(writeLearnt(said)))
    // Wallets take an achievement's id for the achievement: other texts must have another.
    const programme = `${siteUrl}/internships/${id}#${version.slice(0, 16)}`
    return { id, category, duration, learnt: { programme, ...said } }
  })
}

/** Without stretch goals: a certificate says what every holder did. */
const toProject = ({ title, description }: Internship['projects'][number]) => ({
  title,
  task: description.replace(/\s*Stretch goal:.*$/, ''),
})

/**
 * Finds the internship of an order: the one that it names; otherwise by its domain, which may be a title, or a
 * category with one internship of this duration. If that is not certain, the certificate names none.
 */
export function programmeOf(order: Order, programmes: readonly Programme[]): Programme | undefined {
  const { internship, domain } = order
  const ofDuration = programmes.filter(({ duration }) => isSame(duration, order.duration))
  if (internship !== undefined) {
    const named = ofDuration.find((one) => isCalled(one, internship))
    return named && !isOfAnother(named, domain, programmes) ? named : undefined
  }
  const titled = ofDuration.find((one) => isSame(one.learnt.internship, domain))
  const [found, ...others] = ofDuration.filter(({ category }) => isSame(category, domain))
  return titled ?? (others.length === 0 ? found : undefined)
}

/** @returns what is wrong with the internship that an order names, said after its name. */
export function wrongInternship(order: Order, programmes: readonly Programme[]) {
  const { internship } = order
  if (internship === undefined || programmeOf(order, programmes)) return undefined
  const named = programmes.find((one) => isCalled(one, internship))
  if (!named) return `is not in the catalogue: ${internship}`
  return isOfAnother(named, order.domain, programmes)
    ? `is one of ${named.category} in the catalogue, and the domain is ${order.domain}`
    : `takes ${named.duration} in the catalogue, and the duration is ${order.duration}`
}

/** A domain that the catalogue does not have, such as "Data Science", may stand for any. */
function isOfAnother(named: Programme, domain: string, programmes: readonly Programme[]): boolean {
  const isDomainOf = ({ category, learnt }: Programme) =>
    isSame(category, domain) || isSame(learnt.internship, domain)
  return !isDomainOf(named) && programmes.some(isDomainOf)
}

const isCalled = ({ id, learnt }: Programme, name: string) =>
  String(id) === name.trim() || isSame(learnt.internship, name)

const isSame = (one: string, other: string) => folded(one) === folded(other)

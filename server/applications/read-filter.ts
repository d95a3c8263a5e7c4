import { readInternships } from '#content/internships-on-disk.ts'
import { domains, years } from '#forms/application-form.ts'
import { daySamples, readDay } from '../sheets/indian-day.ts'
import { nearestMeant, plain } from '../sheets/nearest-meant.ts'
import type { ApplicationFilter } from './application-filter.ts'
import { applicationStatuses } from './application-status.ts'

type Field = keyof ApplicationFilter

/** What is wrong with a value, to be said after its name. */
export type FilterMistake = { field: Field; reason: string }

/**
 * Reads which applications are meant, as people type it: an internship by its id or title, the others in
 * any capitals.
 *
 * @returns what is wrong with each value that is none of ours, with the one that was perhaps meant.
 */
export function readFilter(
  typed: Readonly<Partial<Record<Field, string | undefined>>>,
): { ok: true; filter: ApplicationFilter } | { ok: false; mistakes: FilterMistake[] } {
  const filter: Record<string, string> = {}
  const mistakes: FilterMistake[] = []
  for (const [field, text] of Object.entries(typed) as [Field, string | undefined][]) {
    if (text === undefined) continue
    const read = text.trim() === '' ? { reason: 'is empty' } : readers[field](text)
    if ('reason' in read) mistakes.push({ field, reason: read.reason })
    else filter[field] = read.value
  }
  const { since, until } = filter
  if (since && until && since > until) {
    mistakes.push({ field: 'until', reason: `is before ${since}, the first day` })
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, filter }
}

export type Read = { value: string } | { reason: string }

/** @returns the one of ours that says the same; else what is wrong, to be said after its name. */
export function readOneOf(ours: readonly string[], text: string): Read {
  const value = ours.find((one) => plain(one) === plain(text))
  if (value !== undefined) return { value }
  const meant = nearestMeant(text, ours)
  const which = meant ? `did you mean "${meant}"?` : `ours are ${ours.join(', ')}`
  return { reason: `"${text}" is not one of ours; ${which}` }
}

/** @param text the id or the title of an internship of the catalogue. @returns its id. */
export function readInternship(text: string, others: readonly string[] = []): Read {
  const internships = readInternships()
  const byId = internships.find(({ id }) => String(id) === text.trim())
  if (byId) return { value: String(byId.id) }
  const read = readOneOf([...others, ...internships.map(({ title }) => title)], text)
  if ('reason' in read || others.includes(read.value)) return read
  return { value: String(internships.find(({ title }) => title === read.value)?.id) }
}

function readDayAsked(text: string): Read {
  const value = readDay(text)
  return value === undefined
    ? { reason: `"${text}" is not a day such as ${daySamples}` }
    : { value }
}

const readers: Record<Field, (text: string) => Read> = {
  status: (text) => readOneOf(applicationStatuses, text),
  internship: (text) => readInternship(text, ['none']),
  domain: (text) => readOneOf(domains, text),
  year: (text) => readOneOf(years, text),
  college: (value) => ({ value }),
  since: readDayAsked,
  until: readDayAsked,
  text: (value) => ({ value }),
}

import { catalogue, type CatalogueEntry } from './catalogue.ts'

/** Hours of all weeks, and the megabytes of what everybody must download. */
type Sums = { id: number; hours: number; megabytes: number }

export type ComparedInternship = CatalogueEntry & Sums

/** What a comparison shows besides the card; `apps/site/tools/internship-cards.ts` adds it up. */
const sums = Object.values(
  import.meta.glob<Sums>('./internships/*.json', {
    eager: true,
    query: '?compare',
    import: 'default',
  }),
)

/** @returns those of the catalogue with these ids, in the order of the ids. */
export const comparedInternships = (ids: readonly number[]): ComparedInternship[] =>
  ids.flatMap((id) => {
    const entry = catalogue.find((one) => one.id === id)
    const sum = sums.find((one) => one.id === id)
    return entry && sum ? [{ ...entry, ...sum }] : []
  })

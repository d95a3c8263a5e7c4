import type { CatalogueEntry } from './internship-cards.ts'

/** Every internship, by id, as `cardOf` makes it of the file (docs/decisions/137). */
export const catalogue: readonly CatalogueEntry[] = Object.values(
  import.meta.glob<CatalogueEntry>('./internships/*.json', {
    eager: true,
    query: '?card',
    import: 'default',
  }),
).sort((one, other) => one.id - other.id)

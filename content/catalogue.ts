import type { Category, Level } from './categories.ts'

/**
 * What a card shows of each internship. `apps/site/tools/internship-cards.ts` takes it out of the files, so
 * that the browser's scripts do not have the long texts (docs/decisions/006).
 */
export type CatalogueEntry = {
  id: number
  title: string
  category: Category
  description: string
  duration: string
  mode: 'Virtual'
  level: Level
  /** What one builds first: the title of the first project. */
  firstProject: string
  icon: string
  featured: boolean
  /** What else people call it who search for it, in small letters. */
  aliases: readonly string[]
  /** What somebody likes who may like this. */
  likes: readonly string[]
}

/** Every internship, by id. */
export const catalogue: readonly CatalogueEntry[] = Object.values(
  import.meta.glob<CatalogueEntry>('./internships/*.json', {
    eager: true,
    query: '?card',
    import: 'default',
  }),
).sort((one, other) => one.id - other.id)

import type { Category } from './categories.ts'

/**
 * What a card shows of each internship. Only the named fields are imported, so the build
 * leaves the long texts out of the browser's bundle (docs/decisions/006). Vite resolves
 * `import.meta.glob`: this module is for pages, not for programs that Node runs as they are.
 */

const ids = import.meta.glob<number>('./internships/*.json', { eager: true, import: 'id' })
const titles = import.meta.glob<string>('./internships/*.json', { eager: true, import: 'title' })
const categories = import.meta.glob<Category>('./internships/*.json', {
  eager: true,
  import: 'category',
})
const descriptions = import.meta.glob<string>('./internships/*.json', {
  eager: true,
  import: 'description',
})
const durations = import.meta.glob<string>('./internships/*.json', {
  eager: true,
  import: 'duration',
})
const modes = import.meta.glob<'Virtual'>('./internships/*.json', { eager: true, import: 'mode' })
const icons = import.meta.glob<string>('./internships/*.json', { eager: true, import: 'icon' })
const featured = import.meta.glob<boolean>('./internships/*.json', {
  eager: true,
  import: 'featured',
})

export type CatalogueEntry = {
  id: number
  title: string
  category: Category
  description: string
  duration: string
  mode: 'Virtual'
  /** An emoji. */
  icon: string
  featured: boolean
}

/** Every internship, by id. */
export const catalogue: readonly CatalogueEntry[] = Object.keys(ids)
  .map((file) => ({
    id: of(ids, file),
    title: of(titles, file),
    category: of(categories, file),
    description: of(descriptions, file),
    duration: of(durations, file),
    mode: of(modes, file),
    icon: of(icons, file),
    featured: of(featured, file),
  }))
  .sort((one, other) => one.id - other.id)

function of<Value>(values: Record<string, Value>, file: string): Value {
  // Each glob lists the same files, and the check of the content has seen every field.
  return values[file] as Value
}

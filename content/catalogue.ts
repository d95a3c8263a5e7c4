import type { Level } from './categories.ts'
import { type InternshipName, internshipNames, of } from './internship-names.ts'

/** What a card shows of each internship; `internship-names.ts` says how it gets into a page. */

const descriptions = import.meta.glob<string>('./internships/*.json', {
  eager: true,
  import: 'description',
})
const modes = import.meta.glob<'Virtual'>('./internships/*.json', { eager: true, import: 'mode' })
const icons = import.meta.glob<string>('./internships/*.json', { eager: true, import: 'icon' })
const featured = import.meta.glob<boolean>('./internships/*.json', {
  eager: true,
  import: 'featured',
})
const levels = import.meta.glob<Level>('./internships/*.json', { eager: true, import: 'level' })

/** Out of the long texts, by `apps/site/tools/internship-cards.ts`. */
const firstProjects = import.meta.glob<string>('./internships/*.json', {
  eager: true,
  query: '?card',
  import: 'firstProject',
})

export type CatalogueEntry = InternshipName & {
  description: string
  mode: 'Virtual'
  level: Level
  firstProject: string
  icon: string
  featured: boolean
}

export const catalogue: readonly CatalogueEntry[] = internshipNames.map((name) => ({
  id: name.id,
  title: name.title,
  category: name.category,
  duration: name.duration,
  description: of(descriptions, name.file),
  mode: of(modes, name.file),
  level: of(levels, name.file),
  firstProject: of(firstProjects, name.file),
  icon: of(icons, name.file),
  featured: of(featured, name.file),
}))

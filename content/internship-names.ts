import type { Category } from './categories.ts'

/**
 * What each internship is called, for the application form and the desk: both need no cards. Only the
 * named fields are imported, so the build leaves the long texts out of the browser's bundle
 * (docs/decisions/137). Vite resolves `import.meta.glob`: this module is for pages, not for programs
 * that Node runs as they are.
 */

const ids = import.meta.glob<number>('./internships/*.json', { eager: true, import: 'id' })
const titles = import.meta.glob<string>('./internships/*.json', { eager: true, import: 'title' })
const categories = import.meta.glob<Category>('./internships/*.json', {
  eager: true,
  import: 'category',
})
const durations = import.meta.glob<string>('./internships/*.json', {
  eager: true,
  import: 'duration',
})

export type InternshipName = { id: number; title: string; category: Category; duration: string }

/** Every internship, by id. Each glob lists the same files, and the check of the content has seen every field. */
export const internshipNames = Object.entries(ids)
  .map(([file, id]) => {
    const [title, category, duration] = [titles[file], categories[file], durations[file]]
    return { id, title, category, duration } as InternshipName
  })
  .sort((one, other) => one.id - other.id)

import { inAllLanguages } from '@naic/content/languages.ts'
import { internships } from '@naic/content/internships-on-disk.ts'

/** In every language. */
export const internshipPaths = internships
  .map(({ id }) => `/internships/${id}`)
  .flatMap((path) => inAllLanguages(path).map((page) => page.path))
  .filter((path, at, all) => all.indexOf(path) === at)

/** Titles of those that a search finds, by id: in title, description or category, whatever the case. */
export function titlesFound(text: string, category?: string): string[] {
  return internships
    .filter((one) => category === undefined || one.category === category)
    .filter(({ title, description, category: of }) =>
      [title, description, of].some((words) => words.toLowerCase().includes(text.toLowerCase())),
    )
    .map(({ title }) => title)
}

import { readdirSync, readFileSync } from 'node:fs'

type Internship = {
  id: number
  title: string
  category: string
  description: string
  duration: string
  featured: boolean
  prerequisites: string[]
  weeks: { title: string; hours: number; points: string[]; projects: number[] }[]
  projects: { title: string; description: string; handIn: string; doneWhen: string[] }[]
}

/** Every internship of the catalogue, in its order: what a journey expects follows what there is. */
export const internships: readonly Internship[] = readdirSync('content/internships')
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(`content/internships/${name}`, 'utf8')) as Internship)
  .sort((one, other) => one.id - other.id)

export const internshipPaths = internships.map(({ id }) => `/internships/${id}`)

/** Titles of those that a search finds, by id: in title, description or category, whatever the case. */
export function titlesFound(text: string, category?: string): string[] {
  return internships
    .filter((one) => category === undefined || one.category === category)
    .filter(({ title, description, category: of }) =>
      [title, description, of].some((words) => words.toLowerCase().includes(text.toLowerCase())),
    )
    .map(({ title }) => title)
}

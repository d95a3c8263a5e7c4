import type { Internship } from './content-schemas.ts'

const shown = [
  'id',
  'title',
  'category',
  'description',
  'duration',
  'mode',
  'level',
  'icon',
  'featured',
  'aliases',
  'alsoFor',
  'likes',
] as const
type Shown = Pick<Internship, (typeof shown)[number]>

/** What the list shows, and searches, of an internship. */
export type CatalogueEntry = Shown & {
  /** What one builds first. */
  firstProject: string
}

/** @returns an internship without its long texts, which would be several times what the list's script is now. */
export const cardOf = (internship: Shown & { projects: readonly { title: string }[] }) =>
  Object.fromEntries([
    ...shown.map((name) => [name, internship[name]] as const),
    ['firstProject', internship.projects[0]?.title],
  ])

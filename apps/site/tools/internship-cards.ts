import type { Plugin } from 'vite'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'

type Described = Omit<CatalogueEntry, 'firstProject'> & { projects: { title: string }[] }

/**
 * What the list shows, and searches, of an internship: imported whole for one title, the long texts would be
 * several times what the list's script is now.
 */
export const cardOf = ({
  id,
  title,
  category,
  description,
  duration,
  mode,
  level,
  icon,
  featured,
  aliases,
  likes,
  projects,
}: Described): CatalogueEntry => ({
  id,
  title,
  category,
  description,
  duration,
  mode,
  level,
  firstProject: projects[0]?.title ?? '',
  icon,
  featured,
  aliases,
  likes,
})

/** `./some-internship.json?card` is what `cardOf` makes of the file. */
export function internshipCardsPlugin(): Plugin {
  return {
    name: 'internship-cards',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.json?card')) return null
      const made = JSON.stringify(cardOf(JSON.parse(code) as Described))
      return { code: `export default ${made}`, moduleType: 'js', map: null }
    },
  }
}

import type { Plugin } from 'vite'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import type { Internship } from '@naic/content/content-schemas.ts'

type Described = Omit<CatalogueEntry, 'firstProject'> &
  Pick<Internship, 'skills'> & {
    projects: { title: string }[]
  }

/**
 * What is taken out of an internship's long texts, each for those who need it: imported whole for
 * one title, the projects would be several times what the list's script is now.
 */
export const extracts = {
  card: ({
    id,
    title,
    category,
    description,
    duration,
    mode,
    level,
    icon,
    featured,
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
  }),
  /** The words of the skills, in small letters and each once, that the card does not show. */
  search: ({ title, category, description, skills }: Described) => {
    const onCard = [title, category, description].join(' ').toLowerCase()
    const words =
      skills
        .join(' ')
        .toLowerCase()
        .match(/[a-z0-9+#]{4,}/g) ?? []
    const others = [...new Set(words)].filter((word) => !onCard.includes(word))
    return { category, skillWords: others.join(' ') }
  },
}

/**
 * `./some-internship.json?card` is what `extracts.card` makes of the file, and so on. A query for
 * each, because a module goes into one file of the build whole.
 */
export function internshipCardsPlugin(): Plugin {
  return {
    name: 'internship-cards',
    enforce: 'pre',
    transform(code, id) {
      const [, query] = /\.json\?(card|search)$/.exec(id) ?? []
      if (!query) return null
      const extract = extracts[query as keyof typeof extracts]
      const made = JSON.stringify(extract(JSON.parse(code) as Described))
      return { code: `export default ${made}`, moduleType: 'js', map: null }
    },
  }
}

import type { Plugin } from 'vite'
import type { Internship } from '@naic/content/content-schemas.ts'

/** What is taken out of an internship's long texts for cards and search. */
type Card = {
  /** What one builds first: the title of the first project. */
  firstProject: string
  /** The words of the skills, in small letters and each once, that the card does not show. */
  skillWords: string
}

type Described = Pick<Internship, 'title' | 'category' | 'description' | 'skills'> & {
  projects: { title: string }[]
}

export function cardOf(internship: Described): Card {
  const { title, category, description, skills, projects } = internship
  const onCard = [title, category, description].join(' ').toLowerCase()
  const words =
    skills
      .join(' ')
      .toLowerCase()
      .match(/[a-z0-9+#]{4,}/g) ?? []
  return {
    firstProject: projects[0]?.title ?? '',
    skillWords: [...new Set(words)].filter((word) => !onCard.includes(word)).join(' '),
  }
}

/**
 * `./some-internship.json?card` is what `cardOf` makes of the file. Imported whole for one title,
 * the projects would be several times what the list's script is now.
 */
export function internshipCardsPlugin(): Plugin {
  return {
    name: 'internship-cards',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.json?card')) return null
      const fields = Object.entries(cardOf(JSON.parse(code) as Described))
      const lines = fields.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { code: lines.join('\n'), moduleType: 'js', map: null }
    },
  }
}

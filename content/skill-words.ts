import { categories, type Category } from './categories.ts'
import { internshipNames, of } from './internship-names.ts'

const skillWords = import.meta.glob<string>('./internships/*.json', {
  eager: true,
  query: '?card',
  import: 'skillWords',
})

/** What is learnt in the internships of each category: words in small letters. */
export const skillWordsOf: ReadonlyMap<Category, string> = new Map(
  categories.map((category) => [
    category,
    internshipNames
      .filter((internship) => internship.category === category)
      .map(({ file }) => of(skillWords, file))
      .join(' '),
  ]),
)

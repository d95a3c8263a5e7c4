import { categories, type Category } from './categories.ts'

type Taught = { category: Category; skillWords: string }

const taught = Object.values(
  import.meta.glob<Taught>('./internships/*.json', {
    eager: true,
    query: '?search',
    import: 'default',
  }),
)

/** What is learnt in the internships of each category: words in small letters. */
export const skillWordsOf: ReadonlyMap<Category, string> = new Map(
  categories.map((category) => [
    category,
    taught
      .filter((internship) => internship.category === category)
      .map(({ skillWords }) => skillWords)
      .join(' '),
  ]),
)

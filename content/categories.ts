/** The categories of the catalogue, in the order in which they are offered. */
export const categories = [
  'Web Development',
  'Machine Learning',
  'Graphic Design',
  'Python Programming',
  'Java Development',
  'Android Development',
  'Cyber Security',
  'Generative AI',
] as const

export type Category = (typeof categories)[number]

/** @returns the address of the list with this category chosen. */
export const categoryPath = (category: Category): string =>
  `/internships?${new URLSearchParams({ category })}`

export const levels = ['no experience', 'some programming'] as const

export type Level = (typeof levels)[number]

/** What somebody may like who does not know yet what to look for. */
export const likes = ['drawing', 'numbers', 'phones', 'puzzles', 'writing'] as const

export type Like = (typeof likes)[number]

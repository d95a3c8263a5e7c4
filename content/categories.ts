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

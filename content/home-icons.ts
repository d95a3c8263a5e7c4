/** The pictures that a domain on the home page can have, by the names used in `home.json`. */
export const homeIcons = [
  'browser',
  'network',
  'pen',
  'terminal',
  'cup',
  'phone',
  'shield',
  'spark',
] as const

export type HomeIcon = (typeof homeIcons)[number]

import organisation from '@naic/content/organisation.json' with { type: 'json' }

/** @param title of a page. @returns it as the window shows it, with the council's name. */
export const fullTitle = (title: string): string => `${title} | ${organisation.shortName}`

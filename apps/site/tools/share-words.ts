import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { SitePage } from '@naic/content/site-map.ts'

/** @returns what the share picture of a page says: its name, and under it what it is about. */
export function shareWords({ path, label, about }: SitePage) {
  const isHome = path === '/'
  return {
    over: undefined,
    title: isHome ? organisation.tagline : label,
    under: undefined,
    foot: isHome ? organisation.shortName : about,
  }
}

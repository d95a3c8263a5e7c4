import { siteMap } from '#content/site-map.ts'
import { readInternships } from './read-words.ts'

type Listed = { id: number; title: string; duration: string }

/** The site map with the catalogue's internships in it. */
export const readSiteMap = () => siteMap(readInternships<Listed>().sort((a, b) => a.id - b.id))

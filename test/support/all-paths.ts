import { sitePaths, unlistedPaths } from '@naic/content/site-map.ts'
import { internshipPaths } from './internships.ts'

/** Every page that is to be found, and two that are reached by what somebody does there. */
export const pagePaths = [
  ...sitePaths,
  '/verify',
  '/internships?q=no-such-thing',
  ...internshipPaths,
]

/** Pages that say whether something is there: a certificate, an internship, a page at all. */
const answerPaths = [
  '/verify/NAIC25A7K2M',
  '/verify/NAIC25ABCDE',
  '/internships/99',
  '/no/such/page',
]

export const allPaths = [...pagePaths, ...answerPaths, ...unlistedPaths, '/apply?internship=4']

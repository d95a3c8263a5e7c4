import { internshipOnDisk, readInternships } from '#content/internships-on-disk.ts'
import type { ListedApplication } from './listed-application.ts'
import { type Read, readInternship } from './read-filter.ts'

/**
 * Which internship of the catalogue was completed: the certificate says it, and takes domain and
 * duration from it.
 *
 * @param asked its id or title; without it, the one that was applied for, or the only one of the
 *   application's domain.
 * @returns its id; or what is wrong, to be said after "internship".
 */
export function completedInternship(
  { internship, domain }: Pick<ListedApplication, 'internship' | 'domain'>,
  asked: string | undefined,
): Read {
  if (asked !== undefined) return readInternship(asked)
  if (internship !== null && internshipOnDisk(internship)) return { value: internship }
  const internships = readInternships()
  const ofDomain = internships.filter(({ category }) => category === domain)
  const [only, ...others] = ofDomain
  if (only && others.length === 0) return { value: String(only.id) }
  const which = (only ? ofDomain : internships).map(({ id, title }) => `${id} (${title})`)
  return { reason: `is needed, since the application does not say which of ${which.join(', ')}` }
}

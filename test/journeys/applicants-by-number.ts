import { pdf } from '#support/resumes.ts'
import type { RunningSite } from '#support/start-site.ts'
import { applyAs } from './desk-test.ts'

/** A season's applicants, of whom each is known by a number. */

/** A name has no digits on a certificate. */
const letters = (number: number) =>
  [...String(number)]
    .map((digit) => 'abcdefghij'.charAt(Number(digit)))
    .join('')
    .toUpperCase()

export const nameOf = (number: number) => `Applicant ${letters(number)}`

/** They come twenty at a time, each with a resume of their own. @returns their ids, by number. */
export async function applyAll(
  site: RunningSite,
  count: number,
  answersOf: (number: number) => Parameters<typeof applyAs>[1],
): Promise<string[]> {
  const apply = (number: number) => {
    const bytes = Uint8Array.from(pdf(700 + number))
    const resume = new File([bytes], 'cv.pdf', { type: 'application/pdf' })
    return applyAs(site, answersOf(number), resume)
  }
  const ids: string[] = []
  for (let at = 0; at < count; at += 20) {
    const some = Array.from({ length: Math.min(20, count - at) }, (_, next) => at + next)
    ids.push(...(await Promise.all(some.map(apply))))
  }
  return ids
}

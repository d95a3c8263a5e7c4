import { fill } from '@naic/content/fill.ts'
import type { Translation } from '@naic/content/translation.ts'

type Facts = NonNullable<Translation['inShort']>['facts']

/**
 * What everybody must know before they apply, in another language than English.
 *
 * @param duration of one internship, such as "4 weeks"; by default, what all of them may last.
 * @returns name and value of each fact, the fee last.
 */
export const factsInShort = ({ hours, weeks, place, pay, fee }: Facts, duration?: string) =>
  [
    hours,
    duration ? { ...weeks, value: fill(weeks.some, { weeks: parseInt(duration, 10) }) } : weeks,
    place,
    pay,
    fee,
  ].map(({ name, value }) => [name, value] as const)

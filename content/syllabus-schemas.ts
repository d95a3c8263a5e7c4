import * as v from 'valibot'
import programme from './programme.json' with { type: 'json' }
import { signedText, textOfLength } from './schema-parts.ts'

/** What an internship contains, week by week, and what is handed in: docs/decisions/045. */

const [leastHours = 0, mostHours = 0] = programme.hoursPerWeek.split('-').map(Number)

const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}, without quotes`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  )
}

const someTexts = (least: number, most: number, shortest: number, longest: number) =>
  v.pipe(
    v.array(textOfLength(shortest, longest), 'must be a list in square brackets'),
    v.check(
      (texts) => texts.length >= least && texts.length <= most,
      `must have ${least} to ${most} entries`,
    ),
  )

const download = v.strictObject({
  name: textOfLength(3, 50),
  use: textOfLength(5, 50),
  /** What it takes to fetch, roughly; 0 is for what runs in the browser. */
  megabytes: wholeNumber(0, 5000),
  /** Left out of the sum. */
  optional: v.optional(v.literal(true, 'must be true, or be left out')),
})

const week = v.strictObject({
  title: textOfLength(3, 40),
  hours: wholeNumber(leastHours, mostHours),
  points: someTexts(2, 3, 10, 75),
  /** Which projects it is for, counted from 1. */
  projects: v.pipe(v.array(wholeNumber(1, 9)), v.minLength(1, 'must name a project')),
})

/** Besides title and description, which certificates sign. */
const project = v.strictObject({
  title: signedText,
  description: signedText,
  handIn: textOfLength(15, 95),
  doneWhen: someTexts(2, 3, 10, 95),
})

export const syllabus = {
  prerequisites: someTexts(1, 2, 10, 90),
  downloads: v.pipe(v.array(download), v.minLength(1, 'must have an entry'), v.maxLength(6)),
  downloadNote: textOfLength(20, 150),
  weeks: v.array(week, 'must be a list in square brackets'),
  projects: v.pipe(v.array(project), v.minLength(3, 'must have at least 3 entries')),
}

type Planned = {
  duration: string
  weeks: { projects: number[] }[]
  projects: unknown[]
}

/** @returns if there is one entry for each week that the internship lasts. */
export const hasAllWeeks = ({ duration, weeks }: Planned): boolean =>
  weeks.length === parseInt(duration, 10)

/** @returns if weeks name every project that there is, and no other. */
export function namesAllProjects({ weeks, projects }: Planned): boolean {
  const named = new Set(weeks.flatMap((one) => one.projects))
  return named.size === projects.length && Math.max(...named) === projects.length
}

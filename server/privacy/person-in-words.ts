import { yourDataWords as words } from '#content/your-data.ts'
import { longDayInIndia } from '../sheets/indian-day.ts'
import { printable, printableLines } from '../sheets/printable-text.ts'
import type { PersonData } from './collect-person.ts'
import { describePerson, type Entry } from './describe-person.ts'

/** @returns all that is held of a person as plain text for a screen. */
export function personInWords(data: PersonData): string {
  const sections = describePerson(data).map(({ title, entries }) =>
    [`${title.toUpperCase()}\n`, ...entries.map(entryInWords)].join('\n'),
  )
  const intro = printable(words.intro(longDayInIndia(data.day), data.addresses))
  return [intro, ...(sections.length > 0 ? sections : [words.nothing]), ...words.more].join('\n\n')
}

function entryInWords({ title, facts, text }: Entry): string {
  const widest = Math.max(0, ...facts.map(({ label }) => label.length))
  const lines = facts.map(
    ({ label, value }) => `  ${`${label}:`.padEnd(widest + 2)}${printable(value)}`,
  )
  const quoted = text
    ? [
        '',
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => `  | ${line}`),
      ]
    : []
  return [printable(title), ...lines, ...quoted.map(printableLines), ''].join('\n')
}

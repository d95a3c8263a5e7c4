import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/week-calendar.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

type Plan = {
  internship: Pick<Internship, 'title' | 'weeks' | 'projects'>
  /** Of the page, absolute. */
  address: string
  /** The first day, such as "2026-11-30". */
  start: string
  now: Date
}

/**
 * The weeks of an internship from a day that the student chooses, one event of seven days each, as
 * RFC 5545 has it. The same plan always gives the same events, so that a second file of it adds nothing.
 *
 * @returns the text of a `.ics` file.
 */
export function weekCalendar({ internship, address, start, now }: Plan): string {
  const { title, weeks, projects } = internship
  const { host, pathname } = new URL(address)
  const events = weeks.flatMap((week, index) => {
    const about = [
      fill(words.hours, { hours: week.hours }),
      ...week.points.map((point) => `- ${point}`),
      ...week.projects.map((number) =>
        fill(words.project, { project: projects[number - 1]?.title ?? '' }),
      ),
      words.own,
    ]
    const summary = fill(words.summary, { week: index + 1, title, name: week.title })
    return [
      'BEGIN:VEVENT',
      `UID:${start}-week-${index + 1}${pathname.replaceAll('/', '-')}@${host}`,
      `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
      `DTSTART;VALUE=DATE:${dayOf(start, index * 7)}`,
      `DTEND;VALUE=DATE:${dayOf(start, index * 7 + 7)}`,
      `SUMMARY:${escape(summary)}`,
      `DESCRIPTION:${escape(about.join('\n'))}`,
      `URL:${address}`,
      // Whoever plans a week is not busy all of it.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]
  })
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//NAIC//Weeks of an internship//EN',
    ...events,
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

/** @returns the day so many days after one, as "20261130". */
function dayOf(start: string, days: number): string {
  const day = new Date(start)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10).replaceAll('-', '')
}

/** https://www.rfc-editor.org/rfc/rfc5545#section-3.3.11 */
const escape = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

const octets = new TextEncoder()

/** No line is longer than 75 octets, and no letter is cut: section 3.1. */
function fold(line: string): string {
  let folded = ''
  let length = 0
  for (const letter of line) {
    const { length: more } = octets.encode(letter)
    if (length + more > 75) {
      folded += '\r\n '
      length = 1
    }
    folded += letter
    length += more
  }
  return folded
}

import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { readInternships } from '@naic/content/internships-on-disk.ts'
import { weekCalendar } from './week-calendar.ts'

const [internship] = readInternships()
if (!internship) throw new Error('There is no internship.')

const address = 'https://naic.example/internships/1'
const now = new Date('2026-11-23T04:05:06.789Z')
const plan = { internship, address, start: '2026-12-28', now }
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))

test('a calendar has one event of seven whole days for each week, from the chosen day, over the end of a year', () => {
  const events = eventsIn(weekCalendar(plan))
  expect(events.map(({ startDate, endDate }) => [`${startDate}`, `${endDate}`])).toEqual([
    ['2026-12-28', '2027-01-04'],
    ['2027-01-04', '2027-01-11'],
    ['2027-01-11', '2027-01-18'],
    ['2027-01-18', '2027-01-25'],
  ])
  expect(events.every(({ startDate }) => startDate.isDate)).toBe(true)
  expect(events.map(({ component }) => `${component.getFirstPropertyValue('dtstamp')}`)).toEqual(
    Array(4).fill('2026-11-23T04:05:06Z'),
  )
})

test("an event has the week with its hours, its points and its project, and says that it is the student's own plan", () => {
  for (const each of readInternships()) {
    const events = eventsIn(weekCalendar({ ...plan, internship: each }))
    expect(events).toHaveLength(each.weeks.length)
    for (const [index, { title, hours, points, projects }] of each.weeks.entries()) {
      const event = events[index]
      expect(event?.summary).toBe(`Week ${index + 1} of ${each.title}: ${title}`)
      expect(event?.description.split('\n')).toEqual([
        `${hours} hours`,
        ...points.map((point) => `- ${point}`),
        ...projects.map((number) => `Project: ${each.projects[number - 1]?.title}`),
        'This is your own plan. The council sets no dates.',
      ])
    }
  }
})

test('lines end as the format asks, are no longer than 75 octets, and cut no letter', () => {
  const title = 'प्रोग्रामिंग; commas, \\ and a title that is much longer than one line may be'
  const text = weekCalendar({ ...plan, internship: { ...internship, title } })
  const lines = text.split('\r\n')
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of lines) {
    expect(line).not.toMatch(/[\r\n\uFFFD]/)
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  }
  expect(eventsIn(text)[0]?.summary).toContain(title)
})

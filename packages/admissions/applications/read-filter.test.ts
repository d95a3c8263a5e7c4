import { expect, test } from 'vitest'
import { domains } from '#forms/application-form.ts'
import { readFilter } from './application-filter.ts'

test.each([
  [{}, {}],
  [{ status: 'Shortlisted' }, { status: 'shortlisted' }],
  [{ domain: ' data  science ' }, { domain: 'Data Science' }],
  [{ year: '3RD YEAR' }, { year: '3rd Year' }],
  [{ internship: '4' }, { internship: '4' }],
  [{ internship: 'data science & analysis' }, { internship: '4' }],
  [{ internship: 'None' }, { internship: 'none' }],
  [
    { since: '2026-02-28', until: '2026-02-28' },
    { since: '2026-02-28', until: '2026-02-28' },
  ],
  [
    { college: 'City', text: '50%', domain: undefined },
    { college: 'City', text: '50%' },
  ],
])('%j is read as %j', (typed, filter) => {
  expect(readFilter(typed)).toEqual({ ok: true, filter })
})

test.each([
  [{ status: 'shortlistd' }, 'status "shortlistd" is not one of ours; did you mean "shortlisted"?'],
  [
    { domain: 'Web Developement' },
    'domain "Web Developement" is not one of ours; did you mean "Web Development"?',
  ],
  [
    { domain: 'Astrology' },
    `domain "Astrology" is not one of ours; ours are ${domains.join(', ')}`,
  ],
  [{ year: '3 Year' }, 'year "3 Year" is not one of ours; did you mean "3rd Year"?'],
  [
    { internship: 'Data Sience & Analysis' },
    'internship "Data Sience & Analysis" is not one of ours; did you mean "Data Science & Analysis"?',
  ],
  [{ since: '03/14/2026' }, 'since "03/14/2026" is not a day such as 31-03-2026 or 2026-03-31'],
  [{ until: '2026-02-30' }, 'until "2026-02-30" is not a day such as 31-03-2026 or 2026-03-31'],
  [{ since: '2026-03-02', until: '2026-03-01' }, 'until is before 2026-03-02, the first day'],
  [{ text: ' ' }, 'text is empty'],
])('%j is refused: %s', (typed, sentence) => {
  const read = readFilter(typed)
  const mistakes = read.ok ? [] : read.mistakes
  expect(mistakes.map(({ field, reason }) => `${field} ${reason}`)).toEqual([sentence])
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programmeFacts } from '@naic/content/programme-facts.ts'
import { referenceOf } from '#forms/reference.ts'
import { decisionsOn } from '@naic/test/support/decisions.ts'
import { type applicationRow, openEmptyDatabase } from '@naic/test/support/stored-applications.ts'
import { allTests } from '@naic/test/support/opened.ts'
import type { StatusAsked } from './status-rules.ts'

const empty = allTests(() => openEmptyDatabase())
beforeAll(async () => {
  // 2 in the night of 21 March in India.
  vi.useFakeTimers({ now: new Date('2026-03-20T20:30:00Z'), toFake: ['Date'] })
})
afterAll(() => vi.useRealTimers())

const { store, plan, planned } = decisionsOn(empty)

const completed = (completedOn: string) => ({ to: 'completed', completedOn }) as const
const today = completed('2026-03-21')
const fourth = { internship: '4' }
const ofWeb = { internship: null, domain: 'Web Development' }

test.each<[Partial<StatusAsked>, Parameters<typeof applicationRow>[0], string]>([
  [{ to: 'completed' }, fourth, 'completedOn is needed: the day on which it was completed'],
  [completed('03/21/2026'), fourth, 'completedOn is "03/21/2026", and not such as 31-03-2026'],
  [completed('2026-03-22'), fourth, 'completedOn is in the future'],
  [completed('2026-03-13'), fourth, 'before the application came in, which was on 14 Mar 2026'],
  [today, ofWeb, 'does not say which of 1 (Frontend Web Development), 2 (Backend Web'],
  [{ ...today, internship: 'Rocketry' }, {}, 'internship "Rocketry" is not one of ours'],
  [{ ...today, to: 'accepted' }, {}, 'completedOn is for the status completed alone'],
  [{ to: 'declined', internship: '4' }, {}, 'internship is for the statuses accepted and comp'],
  [{ to: 'received', message: 'Hello' }, {}, 'none goes out; a note is for the staff'],
  [{ message: 'Hello', withLetter: false }, {}, 'message is for a letter, and none goes out'],
  [{ message: 'x\u0007' }, {}, '2000 characters, or has some that cannot be printed'],
  [{ note: 'x'.repeat(2_001) }, {}, 'note is longer than 2000 characters'],
])('%j of an application with %j is refused: %s', async (wanted, values, sentence) => {
  const result = await plan(await store(values), 'accepted', wanted)
  const said =
    result.state === 'refused'
      ? result.mistakes.map(({ field, reason }) => `${field} ${reason}`)
      : []
  expect(said).toEqual([expect.stringContaining(sentence)])
})

test.each([
  [{ internship: '4', domain: 'Data Science' }, undefined, '4'],
  [{ internship: null, domain: 'Python Programming' }, undefined, '8'],
  [{ internship: null, domain: 'Web Development' }, '2', '2'],
  [{ internship: '1', domain: 'Cyber Security' }, undefined, '1'],
  // Who has completed another than they applied for has the certificate of that one.
  [{ internship: '1', domain: 'Web Development' }, '8', '8'],
  [{ internship: '999', domain: 'Cyber Security' }, undefined, '11'],
] as const)(
  'the internship that was completed: from %j and the id %s, it is %s',
  async (values, internship, which) => {
    const wanted = { completedOn: '2026-03-21', internship }
    const result = await plan(await store(values), 'completed', wanted)
    expect(result).toMatchObject({ state: 'planned', plan: { internship: which, letter: null } })
  },
)

test('an accepted applicant reads the facts of their internship, and no letter promises dates or mentors', async () => {
  const chosen = await store({ internship: '4' })
  const free = await store({ internship: null, name: 'Visit www.evil.example now' })
  for (const to of ['shortlisted', 'accepted', 'declined'] as const) {
    for (const asked of [chosen, free]) {
      const { letter } = await planned(asked, to)
      const body = letter?.body ?? ''
      expect(letter?.to.address).toBe('asha.rao@example.com')
      expect(body).toContain(`Your reference: ${referenceOf(asked)}\n`)
      expect(body).toMatch(asked === chosen ? /^Dear Asha Rao,\n/ : /^Dear applicant,\n/)
      expect(body).not.toMatch(/evil|mentor|batch|interview|\bdays?\b|20\d\d/i)
      const facts = programmeFacts(asked === chosen ? '6 weeks' : undefined)
      for (const fact of to === 'accepted' ? facts : []) expect(body).toContain(`\n- ${fact}\n`)
      const longest = Math.max(...body.split('\n').map((line) => line.length))
      expect(longest).toBeLessThanOrEqual(80)
    }
  }
})

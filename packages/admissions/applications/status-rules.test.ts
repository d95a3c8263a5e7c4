import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programmeFacts } from '@naic/content/programme-facts.ts'
import { referenceOf } from '#forms/reference.ts'
import {
  applicationRow,
  EveryEngine,
  storeApplications,
} from '@naic/test/support/stored-applications.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { planStatusChange } from './set-status.ts'
import type { StatusAsked } from './status-rules.ts'

let engines: EveryEngine
let database: Database
beforeAll(async () => {
  engines = await EveryEngine.open()
  database = engines.databases[0]?.database as Database
  // 2 in the night of 21 March in India.
  vi.useFakeTimers({ now: new Date('2026-03-20T20:30:00Z'), toFake: ['Date'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await engines.remove()
})

test.each<[Partial<StatusAsked>, Parameters<typeof applicationRow>[0], string]>([
  [
    { to: 'completed' },
    { internship: '4' },
    'completedOn is needed: the day on which it was completed, such as 31-03-2026 or 2026-03-31',
  ],
  [
    { to: 'completed', completedOn: '03/21/2026' },
    { internship: '4' },
    'completedOn "03/21/2026" is not a day such as 31-03-2026 or 2026-03-31',
  ],
  [
    { to: 'completed', completedOn: '2026-03-22' },
    { internship: '4' },
    'completedOn is in the future',
  ],
  [
    { to: 'completed', completedOn: '2026-03-13' },
    { internship: '4' },
    'completedOn is before the application came in, which was on 14 Mar 2026',
  ],
  [
    { to: 'completed', completedOn: '2026-03-21' },
    { internship: null, domain: 'Web Development' },
    'internship is needed, since the application does not say which of 1 (Frontend Web Development), 2 (Backend Web Development), 3 (Full Stack Web Development)',
  ],
  [
    { to: 'completed', completedOn: '2026-03-21' },
    { internship: null, domain: 'Data Science' },
    'internship is needed, since the application does not say which of 1 (Frontend Web Development), 2 (Backend Web Development)',
  ],
  [
    { to: 'completed', completedOn: '2026-03-21', internship: 'Rocketry' },
    {},
    'internship "Rocketry" is not one of ours',
  ],
  [
    { to: 'accepted', completedOn: '2026-03-21' },
    {},
    'completedOn is for the status completed alone',
  ],
  [{ to: 'accepted', internship: '4' }, {}, 'internship is for the status completed alone'],
  [
    { to: 'received', message: 'Hello' },
    {},
    'message is for a letter, and none goes out; a note is for the staff',
  ],
  [
    { to: 'accepted', message: 'Hello', withLetter: false },
    {},
    'message is for a letter, and none goes out',
  ],
  [
    { to: 'accepted', message: 'x\u0007' },
    {},
    'message is longer than 2000 characters, or has some that cannot be printed',
  ],
  [{ to: 'accepted', note: 'x'.repeat(2_001) }, {}, 'note is longer than 2000 characters'],
])('%j of an application with %j is refused: %s', async (wanted, values, sentence) => {
  const row = applicationRow(values)
  await storeApplications(database, [row])
  const asked = { asked: row.id, to: 'accepted' as const, withLetter: true, ...wanted }
  const result = await planStatusChange({ database }, asked)
  const said =
    result.state === 'refused'
      ? result.mistakes.map(({ field, reason }) => `${field} ${reason}`)
      : []
  expect(said).toEqual([expect.stringContaining(sentence)])
})

test.each([
  [{ internship: '4', domain: 'Data Science' }, undefined, '4'],
  [{ internship: null, domain: 'Python Programming' }, undefined, '8'],
  [{ internship: null, domain: 'Web Development' }, 'backend web development', '2'],
  [{ internship: null, domain: 'Cloud Computing' }, '12', '12'],
  [{ internship: '1', domain: 'Cyber Security' }, undefined, '1'],
  // Who has completed another than they applied for has the certificate of that one.
  [{ internship: '1', domain: 'Web Development' }, '8', '8'],
  [{ internship: '999', domain: 'Cyber Security' }, undefined, '11'],
] as const)(
  'the internship that was completed: from %j and the word %s, it is %s',
  async (values, internship, which) => {
    const row = applicationRow(values)
    await storeApplications(database, [row])
    const wanted = {
      asked: row.id,
      to: 'completed' as const,
      completedOn: '2026-03-21',
      withLetter: true,
    }
    const result = await planStatusChange({ database }, { ...wanted, internship })
    expect(result).toMatchObject({ state: 'planned', plan: { internship: which, letter: null } })
  },
)

test('an accepted applicant reads the facts of their internship, and no letter promises dates or mentors', async () => {
  const row = applicationRow({ internship: '4' })
  const free = applicationRow({ internship: null, name: 'Visit www.evil.example now' })
  await storeApplications(database, [row, free])
  for (const to of ['shortlisted', 'accepted', 'declined'] as const) {
    for (const { id: asked } of [row, free]) {
      const result = await planStatusChange({ database }, { asked, to, withLetter: true })
      if (result.state !== 'planned' || !result.plan.letter) throw new Error(result.state)
      const { body, to: address } = result.plan.letter
      expect(address.address).toBe(row.email)
      expect(body).toContain(`Your reference: ${referenceOf(asked)}\n`)
      expect(body).toMatch(asked === row.id ? /^Dear Asha Rao,\n/ : /^Dear applicant,\n/)
      expect(body).not.toMatch(/evil|mentor|batch|interview|\bdays?\b|20\d\d/i)
      const facts = programmeFacts(asked === row.id ? '6 weeks' : undefined)
      for (const fact of to === 'accepted' ? facts : []) expect(body).toContain(`\n- ${fact}\n`)
      const longest = Math.max(...body.split('\n').map((line) => line.length))
      expect(longest).toBeLessThanOrEqual(80)
    }
  }
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keptFacts } from '@naic/admissions/applications/kept-facts.ts'
import type { Right } from './roles.ts'

const page = readFileSync('content/en/legal/privacy.md', 'utf8')
const [, seen = ''] = /^- Council staff (.+)$/m.exec(page) ?? []

/** How the privacy page says what somebody of the staff may do with what was sent; a manager's part is none of it. */
const said: Record<Exclude<Right, 'staff'>, string> = {
  read: 'they see what you sent, your resume, the emails about it, what we keep beside it as listed above, and your certificates',
  review: 'decide on applications',
  issue: 'issue certificates',
  keep: 'erase and hand over data',
}

test('the privacy page says what a person of the staff may see and do', () => {
  for (const words of Object.values(said)) expect(seen).toContain(words)
  expect(seen).toContain('Only some of them may decide')
  expect(seen).toContain('Those who run the server can reach all of it')
})

/** How its table says what the office keeps of an application. */
const kept: Record<keyof typeof keptFacts, string> = {
  name: 'Your name or email address, if we corrected it',
  email: 'Your name or email address, if we corrected it',
  assignee: 'who of our staff has it',
  score: 'a score from 1 to 5',
  tags: 'tags',
  tasks: 'that your tasks and your fee came in, when, with a reference',
  fee: 'that your tasks and your fee came in, when, with a reference',
}

test('its table lists everything that they see beside what was sent', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  for (const words of [...Object.values(kept), 'their notes', 'How far your application is']) {
    expect(rows.some((row) => row.includes(words))).toBe(true)
  }
})

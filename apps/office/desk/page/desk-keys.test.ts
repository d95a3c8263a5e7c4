import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statuses } from '@naic/admissions/applications/application-status.ts'
import { keys } from './desk-keys.tsx'

/** The statuses have a table of their own there (`application-status.test.ts`). */
const ofStatuses = new Set<string>(
  Object.values(statuses).map(({ key, action }) => `${key} ${action.toLowerCase()}`),
)

test('docs/staff.md lists every key as the desk does', () => {
  const [, section = ''] = readFileSync('docs/staff.md', 'utf8').split('\n## Keys\n')
  const rows = [...section.matchAll(/^\| (`.+?) +\| (.+?) +\|$/gm)]
  const listed = rows.map(([, key = '', what]) => [key.replaceAll('`', ''), what])
  const own = keys.filter(([key, what]) => !ofStatuses.has(`${key} ${what.split(':')[0]}`))
  expect(listed).toEqual(own)
})

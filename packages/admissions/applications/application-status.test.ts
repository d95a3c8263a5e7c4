import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { applicationStatuses, statuses } from './application-status.ts'

/** What the desk uses besides (`desk-keys.tsx`). */
const taken = ['j', 'k', '/', '?', 'i', 'o', 't', 'h', 'f', 'e', 'n']

test('each status has a letter key of its own at the desk', () => {
  const keys = applicationStatuses.map((status) => statuses[status].key)
  expect(new Set([...keys, ...taken]).size).toBe(keys.length + taken.length)
  for (const key of keys) expect(key).toMatch(/^[a-z]$/)
})

test('docs/staff.md says of each status what the applicant gets', () => {
  const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/staff.md'), 'utf8')
  const rows = [...docs.matchAll(/^\| `(\w+)` +\| `(\w)` +\| (nothing|a letter)/gm)]
  expect(rows.map(([, status, key, gets]) => ({ status, key, gets }))).toEqual(
    applicationStatuses.map((status) => ({
      status,
      key: statuses[status].key,
      gets: statuses[status].letter ? 'a letter' : 'nothing',
    })),
  )
})

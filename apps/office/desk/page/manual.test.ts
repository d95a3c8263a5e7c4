import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { statuses } from '@naic/admissions/applications/application-status.ts'
import { letterStates } from '@naic/platform/mail/stored-letters.ts'
import { everyRole, rightsOf } from '#staff/roles.ts'
import { rooms } from './desk-frame.tsx'
import { keys } from './desk-keys.tsx'

/** docs/staff.md, the manual of the desk, has some tables that the desk itself has too. */

const manual = readFileSync('docs/staff.md', 'utf8')

/** @returns the cells of the first table below a heading, without backticks. */
function tableBelow(heading: string): string[][] {
  const [, section = ''] = manual.split(`# ${heading}\n`)
  const [, rows = ''] = /\n\|[- |]+\n((?:\|.+\n)+)/.exec(section) ?? []
  const cells = (row: string) => row.split('|').slice(1, -1)
  return rows
    .trim()
    .split('\n')
    .map((row) => cells(row).map((cell) => cell.replaceAll('`', '').trim()))
}

test('it has every room, in the order of the desk', () => {
  expect(tableBelow('The rooms').map(([room]) => room)).toEqual(rooms.map(({ name }) => name))
})

test('it has every role, and no right that a role does not give', () => {
  const words = { read: 'read', review: 'decide', issue: 'issue', keep: 'erase' }
  const roles = everyRole.map((role) => [role, rightsOf([role]).map((right) => words[right])])
  const told = tableBelow('What you may do').map(([role, may = '']) => [
    role,
    Object.values(words).filter((word) => may.includes(word)),
  ])
  expect(told).toEqual(roles)
})

test('it has every state of a letter', () => {
  const states = letterStates.map((state) => state.replaceAll('-', ' '))
  expect(tableBelow('Letters that did not go out').map(([state]) => state)).toEqual(states)
})

/** The statuses have a table of their own there (`application-status.test.ts`). */
const ofStatuses = new Set<string>(
  Object.values(statuses).map(({ key, action }) => `${key} ${action.toLowerCase()}`),
)

test('it has every key, as the desk lists them', () => {
  const others = keys.filter(([key, what]) => !ofStatuses.has(`${key} ${what.split(':')[0]}`))
  expect(tableBelow('Keys')).toEqual(others)
})

import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { Unavailable } from '#unavailable.ts'
import { ConstraintViolated, NoRight } from '../database.ts'
import { toError } from './postgres-faults.ts'

const said = (code: string) =>
  Object.assign(new DatabaseError('Asha Rao is in the way.', 0, 'error'), { code })

test.each([
  ['53100', 'the disk is full', Unavailable],
  ['08006', 'the connection broke', Unavailable],
  ['57P01', 'an administrator ended it', Unavailable],
  ['25006', 'it is a standby now', Unavailable],
  ['40001', 'others were in the way, again and again', Unavailable],
  ['28P01', 'the password was changed', Unavailable],
  ['XX001', 'it is damaged', Unavailable],
  ['42501', 'a right is missing', NoRight],
  ['22P02', 'a mistake of ours in a value', Error],
])('%s (%s) is told by its kind, and the message says nothing of the rows', (code, _what, kind) => {
  const error = toError(said(code)) as Error
  expect(error).toBeInstanceOf(kind)
  expect(error.message).not.toContain('Asha')
})

test.each(['23505', '23000'])('%s is a violated constraint', (code) => {
  expect(toError(said(code))).toBeInstanceOf(ConstraintViolated)
})

test('a mistake in a statement is passed on as it is, and no mistake is taken for an outage', () => {
  expect(toError(said('22P02'))).not.toBeInstanceOf(Unavailable)
  const ofStatement = said('42601')
  expect(toError(ofStatement)).toBe(ofStatement)
})

test('a network that fails is unavailable', () => {
  const code = 'ECONNREFUSED'
  const error = Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code })
  expect(toError(error)).toEqual(new Unavailable('The database is unavailable: ECONNREFUSED.'))
  expect(toError(new Error('Connection terminated unexpectedly'))).toBeInstanceOf(Unavailable)
})

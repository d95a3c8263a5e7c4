import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { Unavailable } from '#unavailable.ts'
import { ConstraintViolated, NoRight } from '../database.ts'
import { toError } from './postgres-faults.ts'

const said = (code: string) =>
  Object.assign(new DatabaseError('Asha Rao is in the way.', 0, 'error'), { code })

test.each([
  ['53100', 'the disk is full'],
  ['08006', 'the connection broke'],
  ['57P01', 'an administrator ended it'],
  ['25006', 'it is a standby now'],
  ['40001', 'others were in the way, again and again'],
  ['28P01', 'the password was changed'],
  ['XX001', 'it is damaged'],
])('%s (%s) is unavailable, and the message says nothing of the rows', (code) => {
  const error = toError(said(code))
  expect(error).toBeInstanceOf(Unavailable)
  expect((error as Error).message).not.toContain('Asha')
})

test.each(['23505', '23000'])('%s is a violated constraint', (code) => {
  expect(toError(said(code))).toBeInstanceOf(ConstraintViolated)
})

test('a mistake of ours is passed on as it is, and without the value if there is one', () => {
  const ofValue = toError(said('22P02')) as Error
  expect(ofValue).not.toBeInstanceOf(Unavailable)
  expect(ofValue.message).toContain('22P02')
  expect(ofValue.message).not.toContain('Asha')
  const ofStatement = said('42601')
  expect(toError(ofStatement)).toBe(ofStatement)
})

test('a missing right is reported as such, and the message names no table', () => {
  const error = toError(said('42501'))
  expect(error).toBeInstanceOf(NoRight)
  expect((error as Error).message).not.toContain('Asha')
})

test('a network that fails is unavailable', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
  })
  expect(toError(error)).toEqual(new Unavailable('The database is unavailable: ECONNREFUSED.'))
  expect(toError(new Error('Connection terminated unexpectedly'))).toBeInstanceOf(Unavailable)
})

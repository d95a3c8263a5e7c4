import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('of an error the log has what it is and where, and nothing that it carries along', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(line) })
  // As PostgreSQL's are: "Failing row contains (…)".
  const cause = Object.assign(new Error('not-null'), { detail: 'Asha Rao', code: '23502' })
  const error = Object.assign(new Error('It failed.', { cause }), { row: 'Asha Rao', code: 'E1' })
  log.error({ err: error }, 'a request failed')
  const { err } = JSON.parse(lines[0] ?? '')
  expect(err).toEqual({
    type: 'Error',
    code: 'E1',
    message: 'It failed.: not-null',
    stack: expect.stringContaining('log.test.ts'),
  })
  expect(lines.join('')).not.toContain('Asha')
})

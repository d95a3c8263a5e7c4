import { expect, test } from 'vitest'
import { givenSocket } from './given-socket.ts'

const given = (LISTEN_PID?: string, LISTEN_FDS?: string) =>
  givenSocket({ LISTEN_PID, LISTEN_FDS }, 7)

test('a process takes the one socket that it was given, and none that another was', () => {
  expect(given('7', '1')).toBe(3)
  expect(given('8', '1')).toBeUndefined()
  expect(given(undefined, '1')).toBeUndefined()
})

test.each(['2', '0', '', 'one', undefined])('of %s sockets none is chosen', (count) => {
  expect(() => given('7', count)).toThrow(`LISTEN_FDS is ${count}, and one socket is served.`)
})

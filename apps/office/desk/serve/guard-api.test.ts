import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { type Door, guardApi } from './desk-gate.ts'

test.each([
  ['by nobody', undefined, 401],
  ['by one who may not', { name: 'Ravi', rights: [] }, 403],
])('what is asked %s is refused once, and goes no further', async (_who, person, status) => {
  const warned: string[] = []
  const api = fastify({
    logger: { level: 'warn', stream: { write: (line) => warned.push(line) } },
  })
  let isHandled = false
  guardApi(api, {
    personOf: async () => person,
    addRoutes: (routes: typeof api) =>
      void routes.get('/api/x', { config: { right: 'review' } }, () => void (isHandled = true)),
  } satisfies Partial<Door> as unknown as Door)
  const answer = await api.inject('/api/x?%00')
  expect([answer.statusCode, warned, isHandled]).toEqual([status, [], false])
})

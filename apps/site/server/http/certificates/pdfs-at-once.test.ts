import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { startApi } from '@naic/test/support/start-api.ts'
import { drawInTurn } from './certificate-file-routes.ts'

test('a refusal says when to come again, and is a line without a stack, of which there are only some', async () => {
  const api = await startApi({}, undefined, { ofOneNetwork: 0 })
  for (let time = 0; time < 12; time += 1) {
    const answer = await fetch(`${api.url}/credentials/NAIC25A7K2M.pdf`)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  const picture = await fetch(`${api.url}/credentials/NAIC25A7K2M.png`, { redirect: 'manual' })
  expect(picture.headers.get('location')).toBe('/share/verification.png')
  expect(picture.headers.get('cache-control')).toBe('no-store')
  const told = api.logged.filter((line) => line.includes('could not be'))
  expect(told).toHaveLength(10)
  for (const line of told) {
    expect(JSON.parse(line)).toMatchObject({ level: 40, reason: expect.stringContaining('wait') })
    expect(line).not.toMatch(/stack|\.ts:/)
  }
  await api.close()
})

test('all of one /48 stand in one line, which others do not', async () => {
  const app = fastify()
  app.get('/', (request, reply) =>
    drawInTurn(request, reply, 'it could not be drawn', async ({ network }) =>
      Buffer.from(network),
    ),
  )
  const lineOf = async (remoteAddress: string) =>
    (await app.inject({ url: '/', remoteAddress })).body
  const line = await lineOf('2001:db8:7:1::1')
  expect(await lineOf('2001:db8:7:2::1')).toBe(line)
  expect([await lineOf('2001:db8:8:1::1'), await lineOf('198.51.100.1')]).not.toContain(line)
  await app.close()
})

test('a sender who closes the connection leaves the line, and nothing is logged', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const logged: string[] = []
  const app = fastify({ logger: { stream: { write: (line: string) => logged.push(line) } } })
  app.get('/', (request, reply) =>
    drawInTurn(request, reply, 'it could not be drawn', async ({ gone }) => {
      begun.resolve(gone)
      await once(gone, 'abort')
      throw new Error('The connection was closed.')
    }),
  )
  await app.listen({ port: 0 })
  const visitor = new AbortController()
  const { port } = app.server.address() as AddressInfo
  const asked = fetch(`http://localhost:${port}/`, { signal: visitor.signal })
  const gone = await begun.promise
  expect(gone.aborted).toBe(false)
  visitor.abort()
  await expect(asked).rejects.toThrow('aborted')
  if (!gone.aborted) await once(gone, 'abort')
  await app.close()
  expect(logged.join()).not.toContain('could not be drawn')
})

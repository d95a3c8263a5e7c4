import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createUploadGate } from './form-guards.ts'

/** Lets forms of one sender in until one is refused. @returns how many came in, and what ends them. */
async function fill(gate: ReturnType<typeof createUploadGate>, addresses: () => string) {
  const ends: ((isWhole: boolean) => void)[] = []
  for (;;) {
    const raw = { complete: false }
    const request = { ip: addresses(), headers: { 'content-length': '1000' }, raw }
    const response = Object.assign(new EventEmitter(), { closed: false })
    try {
      await gate.enter(request as unknown as FastifyRequest, { raw: response } as FastifyReply)
    } catch (error) {
      expect(error).toMatchObject({ statusCode: 503 })
      return {
        count: ends.length,
        end: (isWhole: boolean) => ends.forEach((each) => each(isWhole)),
      }
    }
    ends.push((isWhole) => {
      raw.complete = isWhole
      response.emit('close')
    })
  }
}

test('one network, however many addresses it has, leaves places to others', async () => {
  const gate = createUploadGate()
  let at = 0
  const anywhereInOneSite = () => `2001:db8:7:${(at += 1).toString(16)}::1`
  const first = await fill(gate, anywhereInOneSite)
  // Nothing came from it yet but heads.
  expect(first.count).toBe(60)
  first.end(false)
  const college = () => '203.0.113.1'
  const again = await fill(gate, college)
  expect(again.count).toBe(60)
  again.end(true)
  // Now whole forms have come from the college.
  expect((await fill(gate, college)).count).toBe(200)
  expect((await fill(gate, anywhereInOneSite)).count).toBe(60)
  expect((await fill(gate, () => '198.51.100.1')).count).toBe(40)
})

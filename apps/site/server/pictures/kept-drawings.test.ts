import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptDrawings } from './kept-drawings.ts'

/** Every drawing that was begun. */
let drawn: string[]
/** Ends the drawing that is under way. */
let end: () => Promise<void>
let failsNext: boolean

beforeEach(() => {
  vi.useFakeTimers()
  drawn = []
  failsNext = false
})
afterEach(() => vi.useRealTimers())

function open(bounds: ConstructorParameters<typeof KeptDrawings>[1] = {}) {
  const drawings = new KeptDrawings((id: string) => {
    drawn.push(id)
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    end = async () => {
      if (failsNext) reject(new Error('It cannot be drawn.'))
      else resolve(Buffer.from(id))
      await vi.advanceTimersByTimeAsync(0)
    }
    return promise
  }, bounds)
  /** @returns what came of it, as text. */
  return async (id: string, network = 'a', gone = new AbortController().signal) =>
    drawings.of(id, id, { network, gone }).then(String, (error: Error) => error.message)
}

async function drawAll() {
  for (let before = 0; before < drawn.length; before += 1) await end()
}

test('a list of sixty from one network does not hold up another, and is drawn all the same', async () => {
  const ask = open()
  const list = Array.from({ length: 60 }, (_, at) => `greedy ${at}`)
  const greedy = list.map((id) => ask(id, 'greedy'))
  const honest = ask('honest', 'honest')
  await drawAll()
  expect(drawn.slice(0, 4)).toEqual(['greedy 0', 'greedy 1', 'honest', 'greedy 2'])
  expect(await honest).toBe('honest')
  expect(await Promise.all(greedy)).toEqual(list)
})

test('what somebody has at the end of a list is drawn when it is the turn of another who asks for it', async () => {
  const ask = open()
  const all = ['a1', 'a2', 'a3', 'a4'].map((id) => ask(id, 'a'))
  const other = ask('a4', 'b')
  await drawAll()
  expect(drawn).toEqual(['a1', 'a2', 'a4', 'a3'])
  expect(await other).toBe('a4')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4'])
})

const tooMany = 'Too many drawings are waiting.'

test('a network has only so many places', async () => {
  const ask = open({ ofOneNetwork: 2 })
  const all = ['a1', 'a2', 'a3', 'a4'].map((id) => ask(id, 'a'))
  expect(await all[3]).toBe(tooMany)
  const other = ask('b1', 'b')
  await drawAll()
  expect(await Promise.all([...all.slice(0, 3), other])).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('when all places are taken, the network with most gives one up, unless the other has as many', async () => {
  const ask = open({ ofAll: 4 })
  const under = ask('under way', 'x')
  const all = ['a1', 'a2', 'a3', 'b1'].map((id) => ask(id, id.charAt(0)))
  const third = ask('c1', 'c')
  expect(await all[2]).toBe(tooMany)
  const fourth = ask('d1', 'd')
  expect(await all[1]).toBe(tooMany)
  expect(await ask('e1', 'e')).toBe(tooMany)
  await drawAll()
  expect(drawn).toEqual(['under way', 'a1', 'b1', 'c1', 'd1'])
  expect(await Promise.all([under, third, fourth])).toEqual(['under way', 'c1', 'd1'])
})

test('a sender waits only so long for a turn', async () => {
  const ask = open({ waitMs: 1_000 })
  const first = ask('a1')
  const second = ask('a2')
  await vi.advanceTimersByTimeAsync(999)
  const third = ask('a3')
  await vi.advanceTimersByTimeAsync(1)
  expect(await second).toBe('It waited too long for its turn.')
  await drawAll()
  expect(drawn).toEqual(['a1', 'a3'])
  expect(await Promise.all([first, third])).toEqual(['a1', 'a3'])
})

test('a sender who has gone leaves the line, and their drawing is not made', async () => {
  const ask = open()
  const visitor = new AbortController()
  const all = [ask('a1'), ask('a2', 'a', visitor.signal), ask('a3', 'a', visitor.signal)]
  const other = ask('a3', 'b')
  visitor.abort()
  expect(await all[1]).toBe('The connection was closed.')
  await drawAll()
  expect(drawn).toEqual(['a1', 'a3'])
  expect(await other).toBe('a3')
  expect(await ask('a4', 'a', visitor.signal)).toContain('aborted')
})

test('a drawing is kept, and a failed one is tried again', async () => {
  const ask = open()
  const first = ask('a1')
  failsNext = true
  await end()
  expect(await first).toBe('It cannot be drawn.')
  failsNext = false
  const again = ask('a1')
  await end()
  expect([await again, await ask('a1')]).toEqual(['a1', 'a1'])
  expect(drawn).toEqual(['a1', 'a1'])
})

test('no drawing, with the name in it, is kept for more than a quarter of an hour', async () => {
  const ask = open()
  const first = ask('a name')
  await drawAll()
  await first
  await vi.advanceTimersByTimeAsync(15 * 60_000)
  void ask('a name')
  expect(drawn).toEqual(['a name', 'a name'])
})

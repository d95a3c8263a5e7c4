import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exampleKey } from '@naic/test/support/example-council.ts'
import { toBase64 } from './bytes.ts'
import { restartBytes, restartsSince, type RestartStatement, verifyRestart } from './log-restart.ts'
import { type KeyRange, toMultikey } from './published-keys.ts'

/** A key of a log or of credentials, for what it counts. */
function makeKey(use: KeyRange['use'], name: string, from = 0, to: number | null = null) {
  const { publicKey, sign } = exampleKey(new Uint8Array(randomBytes(32)))
  const text = toMultikey(publicKey)
  const vkey = use === 'log' ? { vkey: `${name}+00000000+AA==` } : {}
  const range: KeyRange = { name, use, publicKeyMultibase: text, from, to, ...vkey }
  return { range, sign, text }
}
type Key = ReturnType<typeof makeKey>

const rootOf = (byte: number) => toBase64(new Uint8Array(32).fill(byte))

async function restart(
  [from, oldSize]: [string, number],
  [to, newSize]: [string, number],
  keys: { old: Key; new: Key; credentials: Key },
): Promise<RestartStatement> {
  const said = {
    v: 1 as const,
    old: { origin: from, size: oldSize, root: rootOf(oldSize) },
    new: { origin: to, size: newSize, root: rootOf(newSize) },
    at: '2026-03-14T00:00:00.000Z',
    reason: 'The disk failed.',
    keys: { old: keys.old.text, new: keys.new.text, credentials: keys.credentials.text },
  }
  const by = async (key: Key) => toBase64(await key.sign(restartBytes(said)))
  const [old, begun, credentials] = [by(keys.old), by(keys.new), by(keys.credentials)]
  const signatures = { old: await old, new: await begun, credentials: await credentials }
  return { ...said, signatures }
}

const credentials = makeKey('credentials', 'key')
const a = makeKey('log', 'a', 0, 40)
const b = makeKey('log', 'b', 21, 60)
const c = makeKey('log', 'c', 36)
const ranges = [credentials, a, b, c].map(({ range }) => range)
const first = await restart(['a', 30], ['b', 20], { old: a, new: b, credentials })
const second = await restart(['b', 50], ['c', 35], { old: b, new: c, credentials })

test('a statement counts only with all three keys, and as it was signed', async () => {
  expect(await verifyRestart(first, ranges)).toEqual(first)
  const { signatures, keys } = first
  const wrong = toBase64(new Uint8Array(64).fill(7))
  const forged = [
    ...(['old', 'new', 'credentials'] as const).flatMap((by) => [
      { ...first, signatures: { ...signatures, [by]: wrong } },
      { ...first, keys: { ...keys, [by]: makeKey('log', 'own').text } },
    ]),
    { ...first, signatures: { ...signatures, old: signatures.new } },
    { ...first, new: { ...first.new, root: rootOf(7) } },
    { ...first, old: { ...first.old, size: 31 } },
    { ...first, reason: 'Another.' },
    { ...first, at: '2020-01-01T00:00:00.000Z' },
  ]
  for (const one of [...forged, null, {}, 7]) {
    expect(await verifyRestart(one, ranges)).toBeUndefined()
  }
  const others = ranges.filter(({ use }) => use === 'log')
  expect(await verifyRestart(first, others)).toBeUndefined()
})

describe('the statements since a log was seen', () => {
  const root = new Uint8Array(32).fill(30)
  const seen = { origin: 'a', size: 30, root, keys: [a.text, credentials.text] }
  const now = { origin: 'c', ranges }

  test('lead from name to name, and the one that left the least of what was seen is told', async () => {
    const both = { chain: [first, second], cut: first }
    expect(await restartsSince([second, first], seen, now)).toEqual(both)
    const later = { origin: 'b', size: 49, root, keys: [b.text, credentials.text] }
    expect((await restartsSince([first, second], later, now))?.cut).toBe(second)
    expect((await restartsSince([first, second], { ...seen, size: 20 }, now))?.cut).toBeUndefined()
  })

  test('count only if keys that were seen signed each that lost something of it', async () => {
    for (const keys of [[], [a.text], [credentials.text], [b.text, credentials.text]]) {
      expect(await restartsSince([first, second], { ...seen, keys }, now)).toBeUndefined()
    }
    // What lost nothing of it hides nothing, whoever signed.
    const nobody = { ...seen, size: 20, keys: [] }
    expect(await restartsSince([first, second], nobody, now)).toBeDefined()
  })

  test('hand no trust on to a key of the site’s own by one that lost nothing', async () => {
    const own = makeKey('log', 'a', 0, 60)
    const own2 = makeKey('log', 'b', 31, 60)
    const harmless = await restart(['a', 30], ['b', 30], { old: own, new: own2, credentials })
    const own3 = makeKey('log', 'c', 21)
    const hiding = await restart(['b', 50], ['c', 20], { old: own2, new: own3, credentials })
    const listed = [credentials, a, own, own2, own3].map(({ range }) => range)
    expect(await verifyRestart(harmless, listed)).toBeDefined()
    // It counts from 31 on, and what is left is 20: unless it is listed twice.
    expect(await verifyRestart(hiding, listed)).toBeUndefined()
    const both = [...listed, { ...own2.range, from: 0 }]
    expect(await verifyRestart(hiding, both)).toBeDefined()
    const shown = { origin: 'c', ranges: both }
    expect(await restartsSince([harmless, hiding], seen, shown)).toBeUndefined()
  })

  test('that go in a circle, or nowhere, end', async () => {
    const back = await restart(['b', 50], ['a', 30], { old: b, new: a, credentials })
    for (const served of [[first, back], [first], [], {}, 'no list', undefined, [null, {}]]) {
      expect(await restartsSince(served, seen, now)).toBeUndefined()
    }
  })

  test('explain no other log of the size that was signed last', async () => {
    const other = { ...seen, root: root.with(0, 7) }
    expect(await restartsSince([first, second], other, now)).toBeUndefined()
    expect(await restartsSince([first, second], { ...other, size: 29 }, now)).toBeDefined()
  })
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase64 } from './bytes.ts'
import { formatReceipt, parseReceipt, withExtra } from './receipt.ts'

const hash = (fill: number) => new Uint8Array(32).fill(fill)
const checkpoint = 'council.example/log\n9\nAAAA\n\n— council.example/log AAAA\n'
const receipt = { index: 4, proof: [hash(1), hash(2)], checkpoint }
const text = formatReceipt(receipt)

test('a receipt is read as it was written', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const proofs = fc.array(
    bytes.map((array) => Uint8Array.from(array)),
    { maxLength: 53 },
  )
  fc.assert(
    fc.property(fc.maxSafeNat(), proofs, (index, proof) => {
      const written = { index, proof, checkpoint }
      expect(parseReceipt(formatReceipt(written))).toEqual(written)
    }),
  )
})

test('a line of extra data is read, and changes nothing of the proof', () => {
  const data = new Uint8Array([0, 1, 2])
  expect(parseReceipt(withExtra(text, data))).toEqual({ ...receipt, extra: data })
  expect(parseReceipt(text)?.extra).toBeUndefined()
})

test.for([
  ['extra data that is not base64', text.replace('index', 'extra !\nindex')],
  ['two lines of extra data', text.replace('index', 'extra AAAA\nextra AAAA\nindex')],
  ['nothing', ''],
  ['a header alone', 'c2sp.org/tlog-proof@v1\n'],
  ['another header', text.replace('@v1', '@v2')],
  ['a header that only looks like it', text.replace('c2sp.org', 'c2sp-org')],
  ['something before the header', `\n${text}`],
  ['no index', text.replace('index 4\n', '')],
  ['an index with a zero before it', text.replace('index 4', 'index 04')],
  ['an index that is no number', text.replace('index 4', 'index 4e1')],
  ['an index above 2^53', text.replace('index 4', 'index 9007199254740993')],
  ['a hash with a byte too few', text.replace(toBase64(hash(1)), toBase64(hash(1).slice(1)))],
  ['a space after a hash', text.replace(toBase64(hash(1)), `${toBase64(hash(1))} `)],
  ['no empty line', text.replaceAll('\n\n', '\n')],
  ['no checkpoint', text.slice(0, text.indexOf('\n\n') + 2)],
  ['line breaks of Windows', text.replaceAll('\n', '\r\n')],
])('what is malformed is no receipt: %s', ([, malformed]) => {
  expect(malformed).not.toBe(text)
  expect(parseReceipt(malformed ?? '')).toBeUndefined()
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bytes, concat, fromHex, toHex, utf8 } from './bytes.ts'
import { sha256 } from './cryptography.ts'
import {
  blockHeight,
  calendarAddress,
  followTimestamp,
  formatStampFile,
  formatTimestamp,
  mergeTimestamps,
  parseStampFile,
  parseTimestamp,
  replaceAttestations,
  type Timestamp,
} from './opentimestamps.ts'
import vectors from './vectors/opentimestamps.json'

const hex = (text: string): Bytes => fromHex(text) ?? expect.fail()

async function attestedBy(timestamp: Timestamp, message: Bytes) {
  const attested = await followTimestamp(timestamp, message)
  return attested
    .map(({ attestation, message: reached }) => {
      const [block, calendar] = [blockHeight(attestation), calendarAddress(attestation)]
      const unknown = block === undefined && calendar === undefined ? attestation.tag : undefined
      return { message: toHex(reached), block, calendar, unknown }
    })
    .sort((one, other) => (one.message < other.message ? -1 : 1))
}

const [helloWorld, ...followed] = vectors.stamps

test.each(followed)(
  'the published stamp of $name leads where the Python library says, is written as it was read, and cut anywhere is refused',
  async ({ digest, file, attested }) => {
    const stamp = parseStampFile(hex(file)) ?? expect.fail()
    expect(toHex(stamp.digest)).toBe(digest)
    expect(await attestedBy(stamp.timestamp, stamp.digest)).toEqual(attested)
    expect(toHex(formatStampFile(stamp.digest, stamp.timestamp))).toBe(file)
    for (let length = 0; length < file.length; length += 2) {
      expect(parseStampFile(hex(file.slice(0, length)))).toBeUndefined()
    }
    expect(parseStampFile(hex(`${file}00`))).toBeUndefined()
  },
)

test('a stamp with steps that calendars do not use leads nowhere', async () => {
  // RIPEMD-160, in the Hello World of 2015.
  const stamp = parseStampFile(hex(helloWorld?.file ?? '')) ?? expect.fail()
  expect(await followTimestamp(stamp.timestamp, stamp.digest)).toEqual([])
})

describe('refused', () => {
  const step = (bytes: string) => parseTimestamp(hex(bytes))
  const attestation = `00${'0588960d73d71901'}0101`

  test.each([
    ['nothing', ''],
    ['a step that nobody knows', `99${attestation}`],
    ['an argument beyond the limit', `f0ffff7f${'00'.repeat(40)}${attestation}`],
    ['a number of more digits than can be', `f0${'80'.repeat(200)}01`],
    ['more steps than the limit', `${'08'.repeat(257)}${attestation}`],
    ['bytes after the end', `${attestation}00`],
  ])('%s', (_what, bytes) => {
    expect(step(bytes)).toBeUndefined()
  })

  test.each([`9701${'80'.repeat(150)}01`, '020101'])('no height is %s', (height) => {
    const [attested] = step(`000588960d73d71901${height}`)?.attestations ?? []
    expect(blockHeight(attested ?? expect.fail())).toBeUndefined()
  })

  test('as many steps as the limit are followed, but no message that grows beyond it', async () => {
    const long = `f08010${'00'.repeat(2048)}`
    for (const [steps, ends] of [
      ['08'.repeat(255), 1],
      [long + long, 0],
    ] as const) {
      const timestamp = step(steps + attestation) ?? expect.fail()
      expect(await followTimestamp(timestamp, utf8('x'))).toHaveLength(ends)
    }
  })

  test('any bytes are read or refused, and never thrown at', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const timestamp = parseTimestamp(Uint8Array.from(bytes))
        if (timestamp) expect(parseTimestamp(formatTimestamp(timestamp))).toEqual(timestamp)
      }),
    )
  })
})

describe('putting together', () => {
  /** @param letter of the calendar's name, so that its address has 17 bytes. */
  const pending = (letter: string) =>
    `0083dfe30d2ef90c8e1211${toHex(utf8(`https://${letter}.example`))}`
  const read = (bytes: string) => parseTimestamp(hex(bytes)) ?? expect.fail()
  const message = utf8('message')

  test('two calendars of one message lead to both', async () => {
    const both = mergeTimestamps(read(`f0010108${pending('a')}`), read(`f0010208${pending('b')}`))
    const calendars = (await attestedBy(both, message)).map(({ calendar }) => calendar)
    expect(calendars.sort()).toEqual(['https://a.example', 'https://b.example'])
  })

  test('a step that both have is there once, and so is an attestation', () => {
    const one = read(`f00101${pending('a')}`)
    expect(mergeTimestamps(one, one)).toEqual(one)
    expect(mergeTimestamps(one, read(`f00101${pending('b')}`)).branches).toHaveLength(1)
  })

  test('an answer with several ends takes the place of a promise among others', async () => {
    const promised = read(`ff${pending('a')}08${pending('b')}`)
    const [first = expect.fail()] = await followTimestamp(promised, message)
    const answer = read('fff0010108000588960d73d719010105f10102000588960d73d719010106')
    const upgraded = replaceAttestations(promised, new Map([[first.attestation, answer]]))
    const again = parseTimestamp(formatTimestamp(upgraded)) ?? expect.fail()
    const found = await attestedBy(again, message)
    expect(found).toHaveLength(3)
    const ofOne = toHex(await sha256(concat(message, Uint8Array.of(1))))
    expect(found).toContainEqual({ message: ofOne, block: 5, calendar: undefined })
    const ofOther = toHex(concat(Uint8Array.of(2), message))
    expect(found).toContainEqual({ message: ofOther, block: 6, calendar: undefined })
    const still = { block: undefined, calendar: 'https://b.example' }
    expect(found).toContainEqual({ message: toHex(await sha256(message)), ...still })
  })

  test('a timestamp that leads nowhere cannot be written', () => {
    expect(() => formatTimestamp({ attestations: [], branches: [] })).toThrow(RangeError)
  })
})

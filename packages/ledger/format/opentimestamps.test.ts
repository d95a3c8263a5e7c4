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
    .map(({ attestation, message: reached }) => ({
      message: toHex(reached),
      block: blockHeight(attestation),
      calendar: calendarAddress(attestation),
    }))
    .sort((one, other) => (one.message < other.message ? -1 : 1))
}

/** What the vectors say of an attestation. */
type Attested = { message: string; block?: number; calendar?: string }

const [helloWorld, ...followed] = vectors.stamps

describe.each(followed)('the published stamp of $name', ({ digest, file, attested }) => {
  test('leads where the Python library says', async () => {
    const stamp = parseStampFile(hex(file)) ?? expect.fail()
    expect(toHex(stamp.digest)).toBe(digest)
    expect(await attestedBy(stamp.timestamp, stamp.digest)).toEqual(
      attested.map((one: Attested) => ({
        message: one.message,
        block: one.block,
        calendar: one.calendar,
      })),
    )
  })

  test('is written as it was read', () => {
    const stamp = parseStampFile(hex(file)) ?? expect.fail()
    expect(toHex(formatStampFile(stamp.digest, stamp.timestamp))).toBe(file)
  })

  test('cut anywhere is refused', () => {
    for (let length = 0; length < file.length; length += 2) {
      expect(parseStampFile(hex(file.slice(0, length)))).toBeUndefined()
    }
    expect(parseStampFile(hex(`${file}00`))).toBeUndefined()
  })
})

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
    ['a number beyond all numbers', `f0${'ff'.repeat(20)}01`],
    ['a number of more digits than can be', `f0${'80'.repeat(200)}01`],
    ['more steps than the limit', `${'08'.repeat(257)}${attestation}`],
    ['bytes after the end', `${attestation}00`],
  ])('%s', (_what, bytes) => {
    expect(step(bytes)).toBeUndefined()
  })

  test('as many steps as the limit are followed', async () => {
    const timestamp = step(`${'08'.repeat(255)}${attestation}`) ?? expect.fail()
    expect(await followTimestamp(timestamp, utf8('x'))).toHaveLength(1)
  })

  test.each([
    ['of more digits than can be', `9701${'80'.repeat(150)}01`],
    ['with bytes after it', '020101'],
  ])('a height %s is none', async (_what, height) => {
    const timestamp = step(`000588960d73d71901${height}`) ?? expect.fail()
    const [attested] = await followTimestamp(timestamp, utf8('x'))
    expect(attested && blockHeight(attested.attestation)).toBeUndefined()
  })

  test('messages that grow beyond the limit lead nowhere', async () => {
    const long = `f08010${'00'.repeat(2048)}`
    const timestamp = step(`${long}${long}${attestation}`) ?? expect.fail()
    expect(await followTimestamp(timestamp, utf8('x'))).toEqual([])
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
  const pending = (calendar: string) => {
    const address = toHex(utf8(calendar))
    const size = (address.length / 2).toString(16).padStart(2, '0')
    return `00${'83dfe30d2ef90c8e'}${(address.length / 2 + 1).toString(16).padStart(2, '0')}${size}${address}`
  }
  const read = (bytes: string) => parseTimestamp(hex(bytes)) ?? expect.fail()
  const message = utf8('message')

  test('two calendars of one message lead to both', async () => {
    const both = mergeTimestamps(
      read(`f00101${'08'}${pending('https://a.example')}`),
      read(`f00102${'08'}${pending('https://b.example')}`),
    )
    const again = parseTimestamp(formatTimestamp(both)) ?? expect.fail()
    const calendars = (await attestedBy(again, message)).map(({ calendar }) => calendar)
    expect(calendars.sort()).toEqual(['https://a.example', 'https://b.example'])
  })

  test('a step that both have is there once, and so is an attestation', () => {
    const one = read(`f00101${pending('https://a.example')}`)
    expect(mergeTimestamps(one, one)).toEqual(one)
    expect(
      mergeTimestamps(one, read(`f00101${pending('https://b.example')}`)).branches,
    ).toHaveLength(1)
  })

  test('an answer with several ends takes the place of a promise among others', async () => {
    const promised = read(`ff${pending('https://a.example')}${'08'}${pending('https://b.example')}`)
    const [first] = await followTimestamp(promised, message)
    const answer = read(`fff00101${'08'}000588960d73d719010105${'f1'}0102000588960d73d719010106`)
    const upgraded = replaceAttestations(
      promised,
      new Map([[first?.attestation ?? expect.fail(), answer]]),
    )
    const again = parseTimestamp(formatTimestamp(upgraded)) ?? expect.fail()
    expect(await attestedBy(again, message)).toEqual(
      expect.arrayContaining([
        {
          message: toHex(await sha256(concat(message, Uint8Array.of(1)))),
          block: 5,
          calendar: undefined,
        },
        { message: toHex(concat(Uint8Array.of(2), message)), block: 6, calendar: undefined },
        {
          message: toHex(await sha256(message)),
          block: undefined,
          calendar: 'https://b.example',
        },
      ]),
    )
    expect(await followTimestamp(again, message)).toHaveLength(3)
  })

  test('a timestamp that leads nowhere cannot be written', () => {
    expect(() => formatTimestamp({ attestations: [], branches: [] })).toThrow(RangeError)
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  credentialKey,
  exampleEvidence,
  exampleFacts,
  exampleKeys,
  exampleReceipt,
  exampleStatusList,
  logKey,
  secure,
  strangersKey,
  unsignedExample,
} from '@naic/test/support/example-council.ts'
import type { Evidence } from './evidence.ts'
import { verifyCertificate } from './verify-credential.ts'
import type { LogEntry } from '../format/log-entry.ts'

/** What certificate-vectors.test.ts holds as well, for other implementations, is not here again. */

const evidence = await exampleEvidence()
const { did, credential } = evidence
const { proof, ...document } = credential
const { entry, receipt } = evidence.inclusion

/** The four checks, in the order signature, inclusion, checkpoint, status. */
async function check(change: object): Promise<string> {
  const report = await verifyCertificate({ ...evidence, ...change })
  const { signature, inclusion, checkpoint, status } = report
  // Nothing is said of what was not signed as it is.
  if (signature === 'passed') expect(report.facts).toBeDefined()
  else
    expect([report.facts, report.proof, report.details]).toEqual([undefined, undefined, undefined])
  return [signature, inclusion, checkpoint, status].join(' ')
}

const allPassed = 'passed passed passed passed'
const unsigned = 'failed unknown unknown unknown'
const nothingKnown = 'unknown unknown unknown unknown'

afterEach(() => vi.unstubAllGlobals())

test('a right certificate passes every check, and the report says what it says', async () => {
  const report = await verifyCertificate(evidence)
  expect(await check({})).toBe(allPassed)
  expect(report.facts).toEqual(exampleFacts)
  expect(report.proof).toEqual(proof[0])
  expect(report.details).toMatchObject({ index: 3, checkpoint: { size: 7 } })
})

test('in a page without a secure context it does so too', async () => {
  vi.stubGlobal('crypto', { subtle: undefined })
  expect(await check({})).toBe(allPassed)
})

test('where the cryptography cannot be loaded, nothing is known', async () => {
  const failing = async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  vi.stubGlobal('crypto', { subtle: { digest: failing, importKey: failing } })
  expect(await check({})).toBe(nothingKnown)
})

test.for<[string, object, string]>([
  ['the receipt', { inclusion: undefined }, 'passed unknown unknown passed'],
  ['the status list', { statusList: undefined }, 'passed passed passed unknown'],
  ['the document of keys', { did: undefined }, nothingKnown],
  ['all three', { inclusion: undefined, statusList: undefined, did: undefined }, nothingKnown],
])('without %s, that alone is not known', async ([, change, expected]) => {
  expect(await check(change)).toBe(expected)
})

describe('the credential', () => {
  type Case = [path: string, changed: unknown]
  /** Every place in the credential, with another value there. */
  function tampered(value: unknown, put: (changed: unknown) => unknown, path: string): Case[] {
    if (typeof value !== 'object' || value === null) {
      return [[path, put(typeof value === 'string' ? `${value}x` : !value)]]
    }
    const inside = Object.entries(value).flatMap(([name, member]) => {
      const set = (changed: unknown) =>
        put(
          Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
        )
      return tampered(member, set, `${path}/${name}`)
    })
    const more = Array.isArray(value) ? [...value, 'x'] : { ...value, added: 'x' }
    return [...inside, [`${path}, with more in it`, put(more)], [`${path}, emptied`, put(null)]]
  }

  test('is not signed as it is, wherever it was tampered with', async () => {
    const cases = tampered(document, (changed) => ({ ...(changed as object), proof }), '')
    expect(cases.length).toBeGreaterThan(50)
    for (const [path, changed] of cases) {
      expect(await check({ credential: changed }), path).toBe(unsigned)
    }
  })

  const { issuer, ...rest } = unsignedExample()
  const ofAnother = { ...issuer, id: 'did:web:other.example' }
  test.for<[string, unknown]>([
    ...[undefined, null, 'text', 1, [], {}, { proof: [] }, { proof: null }].map(
      (none): [string, unknown] => [`${JSON.stringify(none)}`, none],
    ),
    ['signed by the log’s key', secure(unsignedExample(), logKey)],
    ['signed by us for another issuer', secure({ ...rest, issuer: ofAnother })],
    ['signed by us but no certificate', exampleStatusList()],
  ])('is none of ours: %s', async ([, one]) => {
    expect(await check({ credential: await one })).toBe(unsigned)
  })

  test('that names a key which the council’s list does not have is neither right nor wrong', async () => {
    const other = { ...proof[0], verificationMethod: `${did.id}#key-other` }
    expect(await check({ credential: { ...document, proof: [other] } })).toBe(nothingKnown)
  })

  test('is of nobody else than it must be, whatever the document says', async () => {
    expect(await check({ issuer: did.id })).toBe(allPassed)
    const other = { issuer: 'did:web:other.example' }
    expect(await check(other)).toBe(unsigned)
    expect(await check({ ...other, did: { ...did, verificationMethod: [] } })).toBe(unsigned)
  })

  test.for([{ cryptosuite: 'eddsa-rdfc-2022' }, { name: '\ud800' }])(
    'with another proof beside ours is signed, but is not what was logged: %j',
    async (other) => {
      const changed = { ...document, proof: [...proof, other] }
      expect(await check({ credential: changed })).toBe('passed failed passed passed')
    },
  )
})

describe('the council’s keys', () => {
  const [ofCredentials = expect.fail()] = did.verificationMethod
  test.for<[string, object, string]>([
    ['another id', { ...did, id: 'did:web:other.example' }, unsigned],
    ['no id', { ...did, id: undefined }, unsigned],
    ['no key that may assert', { ...did, assertionMethod: [] }, unsigned],
    ['no list of those that may', { ...did, assertionMethod: undefined }, unsigned],
    ['no keys', { ...did, verificationMethod: undefined }, nothingKnown],
    ['another name', { ...did, verificationMethod: [{ ...ofCredentials, id: 'x' }] }, nothingKnown],
    ['nothing in them', {}, unsigned],
  ])('with %s', async ([, changed, expected]) => {
    expect(await check({ did: changed })).toBe(expected)
  })

  const [key = expect.fail(), log = expect.fail()] = evidence.keys
  const unbelieved = 'passed unknown failed passed'
  test.for<[string, readonly unknown[], string]>([
    ['another for credentials', exampleKeys(strangersKey), nothingKnown],
    ['one for credentials in the log’s place', exampleKeys(undefined, credentialKey), unbelieved],
    ['one for credentials alone', [key], 'passed unknown unknown passed'],
    ['one for the log alone', [log], nothingKnown],
    ['nothing that is a key', [null, 1, 'x'], nothingKnown],
    ['one of the log that begins later', [key, { ...log, from: 8 }], unbelieved],
    ['one of the log that ended before', [key, { ...log, to: 6 }], unbelieved],
    ['one for credentials that begins later', [{ ...key, from: 4 }, log], unsigned],
    ['one for credentials that ended before', [{ ...key, to: 3 }, log], unsigned],
    ['one for credentials up to the next entry', [{ ...key, to: 4 }, log], allPassed],
  ])('with a list of what they count for that has %s', async ([, keys, expected]) => {
    expect(await check({ keys })).toBe(expected)
  })
})

describe('its own days', () => {
  test.for<[Record<string, unknown>, string | undefined, string]>([
    [{ validUntil: '2026-03-02T12:00:00.001Z' }, undefined, 'current'],
    [{ validUntil: '2026-03-02T12:00:00.001Z' }, '2026-03-02T12:00:00.001Z', 'expired'],
    // The day begins when it does in India.
    [{ validFrom: '2026-03-03T00:00:00Z' }, '2026-03-02T18:30:00Z', 'current'],
    [{ validFrom: '2026-03-03T00:00:00Z' }, '2026-03-02T18:29:59Z', 'early'],
    [{ validFrom: 'yesterday' }, undefined, 'early'],
    [{ validFrom: null }, undefined, 'early'],
    [{ validUntil: 'tomorrow' }, undefined, 'expired'],
    [{ validUntil: '' }, undefined, 'expired'],
  ])('%j are at %s %s', async ([dates, at, period]) => {
    const changed = await secure({ ...unsignedExample(), ...dates })
    const now = at === undefined ? evidence.now : new Date(at)
    const report = await verifyCertificate({ ...evidence, credential: changed, now })
    expect(report.period).toBe(period)
  })
})

describe('the receipt', () => {
  const [head = '', body = '', signature = ''] = receipt.split('\n\n')
  const [header = '', at = '', first = '', second = '', third = ''] = head.split('\n')
  const join = (lines: string[]) => [lines.join('\n'), body, signature].join('\n\n')

  test.for<[string, unknown, string]>([
    ['a hash changed', join([header, at, second, second, third]), 'passed failed passed passed'],
    ['no index', join([header, first, second, third]), 'passed failed unknown passed'],
    ['no text', undefined, 'passed failed unknown passed'],
    ['another size', receipt.replace('\n7\n', '\n8\n'), 'passed unknown failed passed'],
    ['no signature', `${head}\n\n${body}\n\n`, 'passed unknown failed passed'],
    [
      'a stranger’s checkpoint',
      exampleReceipt(entry, strangersKey),
      'passed unknown failed passed',
    ],
  ])('with %s proves nothing', async ([, changed, expected]) => {
    expect(await check({ inclusion: { entry, receipt: await changed } })).toBe(expected)
  })

  test('of a log with another name has no checkpoint to be believed', async () => {
    const other = { origin: 'other.example/log' }
    expect(await check(other)).toBe('passed unknown failed passed')
  })
})

describe('the entry', () => {
  test.for<[string, unknown]>([
    ['version', { ...entry, v: 2 }],
    ['kind', { ...entry, t: 'key' }],
    ['hash', { ...entry, h: '0'.repeat(64) }],
    ['time', { ...entry, at: '2026-03-01T09:00:02Z' }],
    ['content', { ...entry, added: 1 }],
    ['type', null],
    ['type, a text', 'entry'],
    ['letters, of which one is half', { ...entry, at: '\ud800' }],
  ])('with another %s is not what was logged', async ([, changed]) => {
    const inclusion = { entry: changed, receipt }
    expect(await check({ inclusion })).toBe('passed failed passed passed')
  })

  const { h, at } = entry as Extract<LogEntry, { t: 'issue' }>
  test.for<[string, LogEntry]>([
    ['of another certificate', { v: 1, t: 'issue', h: 'ab'.repeat(32), at }],
    ['as a revocation', { v: 2, t: 'revoke', h, at }],
  ])('that was logged, but %s, is not its issue', async ([, logged]) => {
    const inclusion = { entry: logged, receipt: await exampleReceipt(logged) }
    expect(await check({ inclusion })).toBe('passed failed passed passed')
  })
})

const right = await exampleStatusList()
const { credentialSubject } = right
const index = Number(credential.credentialStatus.statusListIndex)
const revoked = await exampleStatusList({ revoked: [index] })

describe('the status', () => {
  test('is unknown when the list is out of date, from its last moment on', async () => {
    const at = (time: string, statusList = right) => check({ statusList, now: new Date(time) })
    expect(await at('2026-03-02T23:59:59.999Z')).toBe(allPassed)
    expect(await at('2026-03-03T00:00:00Z')).toBe('passed passed passed unknown')
    expect(await at('2026-03-04T00:00:00Z', revoked)).toBe('passed passed passed unknown')
  })

  test('comes with the time when the list was signed, if that says how things stand', async () => {
    const validFrom = '2026-03-02T11:00:00Z'
    const statusList = await exampleStatusList({ change: { validFrom } })
    const statusAsOf = async (change: Partial<Evidence>) =>
      (await verifyCertificate({ ...evidence, statusList, ...change })).statusAsOf
    expect(await statusAsOf({})).toBe(validFrom)
    expect(await statusAsOf({ statusList: undefined })).toBeUndefined()
    expect(await statusAsOf({ now: new Date('2026-03-04T00:00:00Z') })).toBeUndefined()
  })

  const { encodedList } = revoked.credentialSubject
  const swapped = { ...right, credentialSubject: { ...credentialSubject, encodedList } }
  test.for<[string, unknown]>([
    ['is signed by the log’s key', exampleStatusList({}, logKey)],
    ['has others’ bits', swapped],
    ...[null, 'list', 1, [], {}, { proof: [] }, { error: 'unavailable' }].map(
      (list): [string, unknown] => [`is ${JSON.stringify(list)}`, list],
    ),
    ...Object.entries({
      'ends on no day': { validUntil: 'tomorrow' },
      'has no end': { validUntil: null },
      'begins on no day': { validFrom: 'yesterday' },
      'begins in the future': { validFrom: '2026-03-02T12:10:01Z' },
      'is no status list': { type: ['VerifiableCredential'] },
      'has another purpose': {
        credentialSubject: { ...credentialSubject, statusPurpose: 'message' },
      },
      'has no purpose': { credentialSubject: { ...credentialSubject, statusPurpose: null } },
      'is another list': { id: 'https://council.example/credentials/status/2' },
      'is of another issuer': { issuer: 'did:web:other.example' },
      'is of no issuer': { issuer: null },
      'says nothing of anyone': { credentialSubject: null },
      'has no bits': { credentialSubject: { ...credentialSubject, encodedList: null } },
      'has bits that cannot be read': {
        credentialSubject: { ...credentialSubject, encodedList: 'u' },
      },
    }).map(([what, change]): [string, unknown] => [what, exampleStatusList({ change })]),
  ])('is unknown when the list %s', async ([, list]) => {
    expect(await check({ statusList: await list })).toBe('passed passed passed unknown')
  })

  test('is passed when the list has begun, by a clock that is up to ten minutes slow', async () => {
    const statusList = await exampleStatusList({ change: { validFrom: '2026-03-02T12:10:00Z' } })
    expect(await check({ statusList })).toBe(allPassed)
  })

  test.for<object>([
    { statusPurpose: 'message' },
    ...['', '01', '1e1', '0x10', '-1', ' 1', 1, null, true, []].map((statusListIndex) => ({
      statusListIndex,
    })),
  ])('is unknown when the certificate refers to the list by %j', async (change) => {
    const { credentialStatus, ...rest } = unsignedExample()
    const other = await secure({ ...rest, credentialStatus: { ...credentialStatus, ...change } })
    // Signed anew, it is not what was logged.
    expect(await check({ credential: other })).toBe('passed failed passed unknown')
  })
})

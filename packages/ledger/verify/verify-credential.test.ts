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
const { issuer: did, credential, keys: known } = evidence
const { proof, ...document } = credential
const { entry, receipt } = evidence.inclusion

/** The four checks, in the order signature, inclusion, checkpoint, status. */
async function check(change: object): Promise<string> {
  const report = await verifyCertificate({ ...evidence, ...change })
  const { signature, inclusion, checkpoint, status } = report
  // Nothing is said of what was not signed as it is.
  const isSigned = signature === 'passed'
  expect([report.facts, report.proof].map(Boolean)).toEqual([isSigned, isSigned])
  return [signature, inclusion, checkpoint, status].join(' ')
}

const allPassed = 'passed passed passed passed'
const unsigned = 'failed unknown unknown unknown'
const nothingKnown = 'unknown unknown unknown unknown'

afterEach(() => vi.unstubAllGlobals())

test('the report on a right certificate says what it says', async () => {
  const report = await verifyCertificate(evidence)
  expect(report.facts).toEqual(exampleFacts)
  expect(report.proof).toEqual(proof[0])
  expect(report.details).toMatchObject({ index: 3, checkpoint: { size: 7 } })
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
  ['keys', { keys: [] }, nothingKnown],
])('without %s, that alone is not known', async ([, change, expected]) => {
  expect(await check(change)).toBe(expected)
})

describe('the credential', () => {
  test('is not signed as it is, whatever in it is another, missing or more', async () => {
    const { credentialSubject } = document
    const subjects = Object.keys({ ...credentialSubject, added: 'x' }).map((name) => ({
      credentialSubject: { ...credentialSubject, [name]: 'x' },
    }))
    const whole = Object.keys({ ...document, added: 'x' }).map((name) => ({ [name]: 'x' }))
    for (const change of [...subjects, ...whole, { validFrom: undefined }]) {
      const changed = { ...credential, ...change }
      expect(await check({ credential: changed }), JSON.stringify(change)).toBe(unsigned)
    }
  })

  const { issuer, ...rest } = unsignedExample()
  const ofAnother = { ...issuer, id: 'did:web:other.example' }
  test.for<[string, unknown]>([
    ...[undefined, null, 'text', {}, { proof: [] }, { proof: null }].map(
      (none): [string, unknown] => [`${JSON.stringify(none)}`, none],
    ),
    ['signed by the log’s key', secure(unsignedExample(), logKey)],
    ['signed by us for another issuer', secure({ ...rest, issuer: ofAnother })],
    ['signed by us but no certificate', exampleStatusList()],
  ])('is none of ours: %s', async ([, one]) => {
    expect(await check({ credential: await one })).toBe(unsigned)
  })

  test('that names a key which the council’s list does not have is neither right nor wrong', async () => {
    const other = { ...proof[0], verificationMethod: `${did}#key-other` }
    expect(await check({ credential: { ...document, proof: [other] } })).toBe(nothingKnown)
  })

  test('is of nobody else than it must be, whatever the document says', async () => {
    expect(await check({ issuer: 'did:web:other.example' })).toBe(unsigned)
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
  const [key = expect.fail(), log = expect.fail()] = known
  const unbelieved = 'passed unknown failed passed'
  const revoked = '2026-03-02T00:00:00Z'
  test.for<[string, readonly unknown[], string]>([
    ['another for credentials', exampleKeys(strangersKey), unsigned],
    ['one for credentials under another name', [{ ...key, name: 'x' }, log], nothingKnown],
    ['one for credentials that is a number', [{ ...key, publicKeyMultibase: 1 }, log], unsigned],
    ['one for credentials in the log’s place', exampleKeys(undefined, credentialKey), unbelieved],
    ['one for credentials alone', [key], 'passed unknown unknown passed'],
    ['one for the log alone', [log], nothingKnown],
    ['nothing that is a key', [1, 'x'], nothingKnown],
    ['one of the log that begins later', [key, { ...log, from: 8 }], unbelieved],
    ['one of the log that ended before', [key, { ...log, to: 6 }], unbelieved],
    ['one for credentials that begins later', [{ ...key, from: 4 }, log], unsigned],
    ['one for credentials that ended before', [{ ...key, to: 3 }, log], unsigned],
    ['one for credentials up to the next entry', [{ ...key, to: 4 }, log], allPassed],
    // Of a revoked key, only what the log had before counts, and a list has no place in it.
    [
      'one that was revoked since',
      [{ ...key, to: 4, revoked }, log],
      'passed passed passed unknown',
    ],
    ['one that was revoked before', [{ ...key, to: 3, revoked }, log], unsigned],
  ])('with a list of what they count for that has %s', async ([, keys, expected]) => {
    expect(await check({ keys })).toBe(expected)
  })
})

test.for([
  [{ validUntil: '2026-03-02T12:00:00.001Z' }, '2026-03-02T12:00:00Z', 'current'],
  [{ validUntil: '2026-03-02T12:00:00.001Z' }, '2026-03-02T12:00:00.001Z', 'expired'],
  // The day begins when it does in India.
  [{ validFrom: '2026-03-03T00:00:00Z' }, '2026-03-02T18:30:00Z', 'current'],
  [{ validFrom: '2026-03-03T00:00:00Z' }, '2026-03-02T18:29:59Z', 'early'],
  [{ validFrom: 'yesterday' }, '2026-03-02T12:00:00Z', 'early'],
  [{ validUntil: 'tomorrow' }, '2026-03-02T12:00:00Z', 'expired'],
] as const)('its own days, %j, are at %s %s', async ([dates, at, period]) => {
  const changed = await secure({ ...unsignedExample(), ...dates })
  const report = await verifyCertificate({ ...evidence, credential: changed, now: new Date(at) })
  expect(report.period).toBe(period)
})

describe('the receipt', () => {
  const malformed = 'passed failed unknown passed'
  const unbelieved = 'passed unknown failed passed'
  test.for<[string, unknown, string]>([
    ['a hash left out', receipt.replace(/\n[^\n]{44}/, ''), 'passed failed passed passed'],
    ['no index', receipt.replace('index 3\n', ''), malformed],
    ['no text', undefined, malformed],
    ['another size', receipt.replace('\n7\n', '\n8\n'), unbelieved],
    ['a stranger’s checkpoint', exampleReceipt(entry, strangersKey), unbelieved],
  ])('with %s proves nothing', async ([, changed, expected]) => {
    expect(await check({ inclusion: { entry, receipt: await changed } })).toBe(expected)
  })

  test('of a log with another name has no checkpoint to be believed', async () => {
    expect(await check({ origin: 'other.example/log' })).toBe(unbelieved)
  })
})

describe('the entry', () => {
  const unlogged = 'passed failed passed passed'
  test('that is not what was logged proves nothing', async () => {
    const changed = [
      { ...entry, h: '' },
      { ...entry, added: 1 },
      { ...entry, at: '\ud800' },
    ]
    for (const one of [null, 'entry', ...changed]) {
      expect(await check({ inclusion: { entry: one, receipt } })).toBe(unlogged)
    }
  })

  const { h, at } = entry as Extract<LogEntry, { t: 'issue' }>
  test.for<LogEntry>([
    { v: 1, t: 'issue', h: 'ab'.repeat(32), at },
    { v: 2, t: 'revoke', h, at },
  ])('that was logged, but is not its issue, does not either: %j', async (logged) => {
    const inclusion = { entry: logged, receipt: await exampleReceipt(logged) }
    expect(await check({ inclusion })).toBe(unlogged)
  })
})

const right = await exampleStatusList()
const { credentialSubject } = right
const index = Number(credential.credentialStatus.statusListIndex)
const revoked = await exampleStatusList({ revoked: [index] })

describe('the status', () => {
  const unstated = 'passed passed passed unknown'

  test('is unknown when the list is out of date, from its last moment on', async () => {
    const at = (time: string, statusList = right) => check({ statusList, now: new Date(time) })
    expect(await at('2026-03-02T23:59:59.999Z')).toBe(allPassed)
    expect(await at('2026-03-03T00:00:00Z')).toBe(unstated)
    expect(await at('2026-03-04T00:00:00Z', revoked)).toBe(unstated)
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

  test('is unknown when the list is none, or not signed as it is by the council', async () => {
    const { encodedList } = revoked.credentialSubject
    const swapped = { ...right, credentialSubject: { ...credentialSubject, encodedList } }
    const ofLog = await exampleStatusList({}, logKey)
    for (const statusList of [ofLog, swapped, null, { error: 'unavailable' }, { proof: [] }]) {
      expect(await check({ statusList })).toBe(unstated)
    }
  })

  test.for([
    { validUntil: 'tomorrow' },
    { validUntil: null },
    { validFrom: 'yesterday' },
    { validFrom: '2026-03-02T12:10:01Z' },
    { type: ['VerifiableCredential'] },
    { id: 'https://council.example/credentials/status/2' },
    { issuer: 'did:web:other.example' },
    { issuer: null },
    { credentialSubject: null },
    { credentialSubject: { ...credentialSubject, statusPurpose: 'message' } },
    { credentialSubject: { ...credentialSubject, encodedList: null } },
    { credentialSubject: { ...credentialSubject, encodedList: 'u' } },
  ])('is unknown when the list is signed with %j', async (change) => {
    expect(await check({ statusList: await exampleStatusList({ change }) })).toBe(unstated)
  })

  test('is passed when the list has begun, by a clock that is up to ten minutes slow', async () => {
    const statusList = await exampleStatusList({ change: { validFrom: '2026-03-02T12:10:00Z' } })
    expect(await check({ statusList })).toBe(allPassed)
  })

  test.for<object>([
    { statusPurpose: 'message' },
    ...['', '01', '1e1', '-1', 1, null, []].map((statusListIndex) => ({ statusListIndex })),
  ])('is unknown when the certificate refers to the list by %j', async (change) => {
    const { credentialStatus, ...rest } = unsignedExample()
    const other = await secure({ ...rest, credentialStatus: { ...credentialStatus, ...change } })
    // Signed anew, it is not what was logged.
    expect(await check({ credential: other })).toBe('passed failed passed unknown')
  })
})

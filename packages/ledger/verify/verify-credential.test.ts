import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  credentialKey,
  exampleDid,
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
import { type Report, verifyCertificate } from './verify-credential.ts'
import type { LogEntry } from '../format/log-entry.ts'

const evidence = await exampleEvidence()

/** The four checks, in the order signature, inclusion, checkpoint, status. */
const checks = ({ signature, inclusion, checkpoint, status }: Report) =>
  [signature, inclusion, checkpoint, status].join(' ')

const check = async (change: Partial<Evidence>) =>
  checks(await verifyCertificate({ ...evidence, ...change }))

const allPassed = 'passed passed passed passed'
const unsigned = 'failed unknown unknown unknown'
const nothingKnown = 'unknown unknown unknown unknown'

afterEach(() => vi.unstubAllGlobals())

test('a right certificate passes every check, and the report says what it says', async () => {
  const report = await verifyCertificate(evidence)
  expect(checks(report)).toBe(allPassed)
  expect(report.facts).toEqual(exampleFacts)
  expect(report.proof).toEqual(evidence.credential.proof[0])
  expect(report.details).toMatchObject({ index: 3, checkpoint: { size: 7 } })
})

test('it does so too in a page without a secure context', async () => {
  vi.stubGlobal('crypto', { subtle: undefined })
  expect(await check({})).toBe(allPassed)
})

describe('the credential', () => {
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
  type Case = [path: string, changed: unknown]

  const { proof, ...document } = evidence.credential
  const ofDocument = tampered(document, (changed) => ({ ...(changed as object), proof }), '')
  const ofProof = tampered(proof[0], (changed) => ({ ...document, proof: [changed] }), '/proof')

  test('has more than fifty places where it could be tampered with', () => {
    expect(ofDocument.length + ofProof.length).toBeGreaterThan(50)
  })

  const namesAnotherKey = '/proof/verificationMethod'
  const isOfCouncil = ([path]: Case) => path !== namesAnotherKey

  test('that names a key which the council’s list does not have is neither right nor wrong', async () => {
    const [, credential] = ofProof.find((one) => !isOfCouncil(one)) ?? expect.fail()
    const report = await verifyCertificate({ ...evidence, credential })
    expect(checks(report)).toBe(nothingKnown)
    expect(report).toMatchObject({ facts: undefined, proof: undefined, details: undefined })
  })

  test('is of nobody else than it must be, whatever the document says', async () => {
    const issuer = evidence.did.id
    expect(await check({ issuer })).toBe(allPassed)
    expect(await check({ issuer: 'did:web:other.example' })).toBe(unsigned)
    const unlisted = { ...evidence.did, verificationMethod: [] }
    expect(await check({ issuer: 'did:web:other.example', did: unlisted })).toBe(unsigned)
  })

  test.for([...ofDocument, ...ofProof].filter(isOfCouncil))(
    'is not signed as it is: %s',
    async ([, credential]) => {
      const report = await verifyCertificate({ ...evidence, credential })
      expect(checks(report)).toBe(unsigned)
      expect(report).toMatchObject({ facts: undefined, proof: undefined, details: undefined })
    },
  )

  test.for([undefined, null, 'text', 1, [], {}, { proof: [] }, { proof: null }])(
    'is none at all: %j',
    async (credential) => expect(await check({ credential })).toBe(unsigned),
  )

  test.for<[string, () => Promise<unknown>]>([
    ['signed by a stranger', () => secure(unsignedExample(), strangersKey)],
    ['signed by the log’s key', () => secure(unsignedExample(), logKey)],
    [
      'signed by us for another issuer',
      () => {
        const issuer = { ...unsignedExample().issuer, id: 'did:web:other.example' }
        return secure({ ...unsignedExample(), issuer })
      },
    ],
    ['signed by us but no certificate', () => exampleStatusList()],
  ])('is not one of ours when it is %s', async ([, credential]) => {
    expect(await check({ credential: await credential() })).toBe(unsigned)
  })

  test('with another proof beside ours is signed, but is not what was logged', async () => {
    const other = { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022' }
    const credential = { ...document, proof: [...proof, other] }
    expect(await check({ credential })).toBe('passed failed passed passed')
    const uncanonical = { ...document, proof: [...proof, { name: '\ud800' }] }
    expect(await check({ credential: uncanonical })).toBe('passed failed passed passed')
  })
})

describe('without evidence', () => {
  test('nothing is known', async () => {
    const none = { inclusion: undefined, statusList: undefined, did: undefined }
    expect(await check(none)).toBe(nothingKnown)
    expect(await check({ ...none, credential: undefined })).toBe(nothingKnown)
    expect(await check({ did: undefined })).toBe(nothingKnown)
  })

  test('of the log, only that is not known', async () => {
    expect(await check({ inclusion: undefined })).toBe('passed unknown unknown passed')
  })

  test('of the status, only that is not known', async () => {
    expect(await check({ statusList: undefined })).toBe('passed passed passed unknown')
  })

  test('since the cryptography could not be loaded, nothing is known', async () => {
    const failing = async () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    }
    vi.stubGlobal('crypto', { subtle: { digest: failing, importKey: failing } })
    expect(await check({})).toBe(nothingKnown)
  })
})

describe('the council’s keys', () => {
  const did = evidence.did
  const [ofCredentials = expect.fail()] = did.verificationMethod

  test.for([
    ['another key for credentials', exampleDid(strangersKey), unsigned],
    ['another id', { ...did, id: 'did:web:other.example' }, unsigned],
    ['no id', { ...did, id: undefined }, unsigned],
    ['no key that may assert', { ...did, assertionMethod: [] }, unsigned],
    ['no list of those that may', { ...did, assertionMethod: undefined }, unsigned],
    ['no keys', { ...did, verificationMethod: undefined }, nothingKnown],
    [
      'no key of this name',
      { ...did, verificationMethod: [{ ...ofCredentials, id: 'x' }] },
      nothingKnown,
    ],
    ['nothing in them', {}, unsigned],
  ] as const)('with %s', async ([, changed, expected]) => {
    expect(await check({ did: changed as typeof did })).toBe(expected)
  })

  const [keyRange = expect.fail(), logRange = expect.fail()] = evidence.keys
  const logUnknown = 'passed unknown unknown passed'
  test.for<[string, readonly object[], string]>([
    [
      'another for the log',
      exampleKeys(credentialKey, strangersKey),
      'passed unknown failed passed',
    ],
    ['another for credentials', exampleKeys(strangersKey), nothingKnown],
    ['one for credentials alone', [keyRange], logUnknown],
    ['one for the log alone', [logRange], nothingKnown],
    ['none', [], nothingKnown],
    ['nothing that is a key', [null, 1, 'x'] as never, nothingKnown],
    [
      'one of the log that begins later',
      [keyRange, { ...logRange, from: 8 }],
      'passed unknown failed passed',
    ],
    [
      'one of the log that ended before',
      [keyRange, { ...logRange, to: 6 }],
      'passed unknown failed passed',
    ],
    ['one for credentials that begins later', [{ ...keyRange, from: 4 }, logRange], unsigned],
    ['one for credentials that ended before', [{ ...keyRange, to: 3 }, logRange], unsigned],
    ['one for credentials up to the next entry', [{ ...keyRange, to: 4 }, logRange], allPassed],
  ])('with a list of what they count for that has %s', async ([, keys, expected]) => {
    expect(await check({ keys: keys as Evidence['keys'] })).toBe(expected)
  })
})

describe('its own days', () => {
  const periodAt = async (dates: Record<string, unknown>, now = evidence.now) => {
    const credential = await secure({ ...unsignedExample(), ...dates })
    return (await verifyCertificate({ ...evidence, credential, now })).period
  }

  test('are obeyed, to the moment in which they end', async () => {
    const days = { validUntil: '2026-03-02T12:00:00.001Z' }
    expect(await periodAt(days)).toBe('current')
    expect(await periodAt(days, new Date('2026-03-02T12:00:00.001Z'))).toBe('expired')
  })

  test('begin when the day begins in India', async () => {
    const day = { validFrom: '2026-03-03T00:00:00Z' }
    expect(await periodAt(day, new Date('2026-03-02T18:30:00Z'))).toBe('current')
    expect(await periodAt(day, new Date('2026-03-02T18:29:59Z'))).toBe('early')
  })

  test.for([
    [{ validFrom: 'yesterday' }, 'early'],
    [{ validFrom: null }, 'early'],
    [{ validUntil: 'tomorrow' }, 'expired'],
    [{ validUntil: null }, 'expired'],
    [{ validUntil: '' }, 'expired'],
  ] as const)('that cannot be read are not within them: %j', async ([dates, period]) => {
    expect(await periodAt(dates)).toBe(period)
  })
})

test('the report says when the list was signed that says how things stand', async () => {
  const validFrom = '2026-03-02T11:00:00Z'
  const statusList = await exampleStatusList({ change: { validFrom } })
  const statusAsOf = async (change: Partial<Evidence>) =>
    (await verifyCertificate({ ...evidence, ...change })).statusAsOf
  expect(await statusAsOf({ statusList })).toBe(validFrom)
  expect(await statusAsOf({ statusList: undefined })).toBeUndefined()
  expect(await statusAsOf({ statusList, now: new Date('2026-03-04T00:00:00Z') })).toBeUndefined()
})

/** What the log and the status list say of a certificate whose signature is right. */
const { entry, receipt } = evidence.inclusion
const right = await exampleStatusList()
const index = Number(evidence.credential.credentialStatus.statusListIndex)

async function checkOfLogAndStatus(change: Partial<Evidence>) {
  const report = await verifyCertificate({ ...evidence, ...change })
  expect(report.signature).toBe('passed')
  expect(report.facts).toBeDefined()
  return `${report.inclusion} ${report.checkpoint} ${report.status}`
}

describe('the receipt', () => {
  const [head = '', body = '', signature = ''] = receipt.split('\n\n')
  const [header = '', at = '', first = '', second = '', third = ''] = head.split('\n')
  const join = (lines: string[]) => [lines.join('\n'), body, signature].join('\n\n')

  test.for([
    ['another index', join([header, 'index 2', first, second, third]), 'failed passed passed'],
    ['a hash changed', join([header, at, second, second, third]), 'failed passed passed'],
    ['no index', join([header, first, second, third]), 'failed unknown passed'],
    ['no text', undefined as unknown as string, 'failed unknown passed'],
    ['another size', receipt.replace('\n7\n', '\n8\n'), 'unknown failed passed'],
    ['no signature', `${head}\n\n${body}\n\n`, 'unknown failed passed'],
  ])('with %s proves nothing', async ([, changed = '', expected]) => {
    expect(await checkOfLogAndStatus({ inclusion: { entry, receipt: changed } })).toBe(expected)
  })

  test('whose checkpoint a stranger signed has none to be believed', async () => {
    const inclusion = { entry, receipt: await exampleReceipt(entry, strangersKey) }
    expect(await checkOfLogAndStatus({ inclusion })).toBe('unknown failed passed')
  })

  test('of a log with another name has no checkpoint to be believed', async () => {
    expect(await checkOfLogAndStatus({ origin: 'other.example/log' })).toBe('unknown failed passed')
  })
})

describe('the entry', () => {
  test.for([
    ['version', { ...entry, v: 2 }],
    ['kind', { ...entry, t: 'key' }],
    ['hash', { ...entry, h: '0'.repeat(64) }],
    ['time', { ...entry, at: '2026-03-01T09:00:02Z' }],
    ['content', { ...entry, added: 1 }],
    ['type', null],
    ['type, a text', 'entry'],
    ['letters, of which one is half', { ...entry, at: '\ud800' }],
  ] as const)('with another %s is not what was logged', async ([, changed]) => {
    const inclusion = { entry: changed as LogEntry, receipt }
    expect(await checkOfLogAndStatus({ inclusion })).toBe('failed passed passed')
  })

  test('that was logged, but of another certificate, says nothing of this one', async () => {
    const other = { ...entry, h: 'ab'.repeat(32) } as const
    const inclusion = { entry: other, receipt: await exampleReceipt(other) }
    expect(await checkOfLogAndStatus({ inclusion })).toBe('failed passed passed')
  })

  test('that was logged of this certificate, but as its revocation, is not its issue', async () => {
    const { h, at } = entry as Extract<LogEntry, { t: 'issue' }>
    const revoked: LogEntry = { v: 2, t: 'revoke', h, at }
    const inclusion = { entry: revoked, receipt: await exampleReceipt(revoked) }
    expect(await checkOfLogAndStatus({ inclusion })).toBe('failed passed passed')
  })
})

describe('the status', () => {
  const statusOf = async (statusList: unknown) =>
    (await checkOfLogAndStatus({ statusList })).split(' ')[2]
  const { credentialSubject } = right

  test('is failed when the certificate is revoked, and the rest still holds', async () => {
    const statusList = await exampleStatusList({ revoked: [index] })
    expect(await checkOfLogAndStatus({ statusList })).toBe('passed passed failed')
  })

  test('is unknown when the list is out of date, from its last moment on', async () => {
    const at = (time: string) => checkOfLogAndStatus({ now: new Date(time) })
    expect(await at('2026-03-02T23:59:59.999Z')).toBe('passed passed passed')
    expect(await at('2026-03-03T00:00:00Z')).toBe('passed passed unknown')
    const revoked = await exampleStatusList({ revoked: [index] })
    const now = new Date('2026-03-04T00:00:00Z')
    expect(await checkOfLogAndStatus({ statusList: revoked, now })).toBe('passed passed unknown')
  })

  test.for([
    ['that it ends on no day', { validUntil: 'tomorrow' }],
    ['no end', { validUntil: null }],
    ['that it begins on no day', { validFrom: 'yesterday' }],
    ['that it begins in the future', { validFrom: '2026-03-02T12:10:01Z' }],
    ['that it is no status list', { type: ['VerifiableCredential'] }],
    ['another purpose', { credentialSubject: { ...credentialSubject, statusPurpose: 'message' } }],
    ['no purpose', { credentialSubject: { ...credentialSubject, statusPurpose: null } }],
    ['that it is another list', { id: 'https://council.example/credentials/status/2' }],
    ['another issuer', { issuer: 'did:web:other.example' }],
    ['no issuer', { issuer: null }],
    ['nothing of anyone', { credentialSubject: null }],
    ['no bits', { credentialSubject: { ...credentialSubject, encodedList: null } }],
    ['bits that cannot be read', { credentialSubject: { ...credentialSubject, encodedList: 'u' } }],
  ] as const)('is unknown when the list says, rightly signed, %s', async ([, change]) => {
    expect(await statusOf(await exampleStatusList({ change }))).toBe('unknown')
  })

  test('is passed when the list has begun, by a clock that is up to ten minutes slow', async () => {
    for (const validFrom of ['2026-03-01T00:00:00Z', '2026-03-02T12:10:00Z']) {
      expect(await statusOf(await exampleStatusList({ change: { validFrom } }))).toBe('passed')
    }
  })

  test('is unknown when the certificate refers to the list for another purpose', async () => {
    const { credentialStatus, ...rest } = unsignedExample()
    const other = { ...rest, credentialStatus: { ...credentialStatus, statusPurpose: 'message' } }
    // Signed anew, it is not what was logged.
    expect(await checkOfLogAndStatus({ credential: await secure(other) })).toBe(
      'failed passed unknown',
    )
  })

  test.for(['', '01', '1e1', '0x10', '-1', ' 1', 1, null, true, []])(
    'is unknown when the certificate has %j as its place in the list',
    async (statusListIndex) => {
      const { credentialStatus, ...rest } = unsignedExample()
      const other = { ...rest, credentialStatus: { ...credentialStatus, statusListIndex } }
      // Signed anew, it is not what was logged.
      expect(await checkOfLogAndStatus({ credential: await secure(other) })).toBe(
        'failed passed unknown',
      )
    },
  )

  test('is unknown when the list is signed by another', async () => {
    expect(await statusOf(await exampleStatusList({}, strangersKey))).toBe('unknown')
    expect(await statusOf(await exampleStatusList({}, logKey))).toBe('unknown')
  })

  test('is unknown when the list’s bits are others than those signed', async () => {
    const { encodedList } = (await exampleStatusList({ revoked: [index] })).credentialSubject
    const swapped = { ...right, credentialSubject: { ...credentialSubject, encodedList } }
    expect(await statusOf(swapped)).toBe('unknown')
  })

  test.for([null, 'list', 1, [], {}, { proof: [] }, { error: 'unavailable' }])(
    'is unknown when there is no list but %j',
    async (list) => expect(await statusOf(list)).toBe('unknown'),
  )
})

import { describe, expect, test } from 'vitest'
import {
  exampleEvidence,
  exampleReceipt,
  exampleStatusList,
  logKey,
  origin,
  secure,
  strangersKey,
  unsignedExample,
} from '#test/support/example-council.ts'
import type { LogEntry } from './log-entry.ts'
import { type Evidence, verifyCertificate } from './verify-certificate.ts'

/** What the log and the status list say of a certificate whose signature is right. */

const evidence = await exampleEvidence()
const { entry, receipt } = evidence.inclusion
const right = await exampleStatusList()
const index = Number(evidence.credential.credentialStatus.statusListIndex)

async function check(change: Partial<Evidence>) {
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
    ['another index', join([header, 'index 2', first, second, third])],
    ['an index beyond the tree', join([header, 'index 7', first, second, third])],
    ['a hash changed', join([header, at, second, second, third])],
    ['its hashes in another order', join([header, at, second, first, third])],
    ['a hash too few', join([header, at, first, second])],
    ['a hash too many', join([header, at, first, second, third, third])],
  ])('with %s proves nothing', async ([, changed = '']) => {
    expect(await check({ inclusion: { entry, receipt: changed } })).toBe('failed passed passed')
  })

  test.for([
    ['empty', ''],
    ['of another version', receipt.replace('@v1', '@v2')],
    ['without its index', join([header, first, second, third])],
    ['with half a hash', join([header, at, first.slice(4), second, third])],
    ['with line breaks of Windows', receipt.replaceAll('\n', '\r\n')],
    ['a checkpoint alone', `${body}\n\n${signature}`],
    ['without its checkpoint', `${head}\n\n`],
    ['no text', undefined as unknown as string],
  ])('that cannot be read, since it is %s, proves nothing', async ([, changed = '']) => {
    const expected = 'failed unknown passed'
    expect(await check({ inclusion: { entry, receipt: changed } })).toBe(expected)
  })

  test.for([
    ['origin', body.replace(origin, 'other.example/log')],
    ['size', body.replace('\n7\n', '\n8\n')],
    ['root', body.replace(/\S+$/, first)],
  ])('whose checkpoint has another %s has none to be believed', async ([, changed = '']) => {
    expect(changed).not.toBe(body)
    const inclusion = { entry, receipt: [head, changed, signature].join('\n\n') }
    expect(await check({ inclusion })).toBe('unknown failed passed')
  })

  test('whose checkpoint a stranger signed has none to be believed', async () => {
    const inclusion = { entry, receipt: await exampleReceipt(entry, strangersKey) }
    expect(await check({ inclusion })).toBe('unknown failed passed')
  })

  test('whose checkpoint is not signed has none to be believed', async () => {
    const inclusion = { entry, receipt: `${head}\n\n${body}\n\n` }
    expect(await check({ inclusion })).toBe('unknown failed passed')
  })

  test('of a log with another name has no checkpoint to be believed', async () => {
    expect(await check({ origin: 'other.example/log' })).toBe('unknown failed passed')
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
    expect(await check({ inclusion })).toBe('failed passed passed')
  })

  test('that was logged, but of another certificate, says nothing of this one', async () => {
    const other = { ...entry, h: 'ab'.repeat(32) } as const
    const inclusion = { entry: other, receipt: await exampleReceipt(other) }
    expect(await check({ inclusion })).toBe('failed passed passed')
  })

  test('that was logged of this certificate, but as its revocation, is not its issue', async () => {
    const { h, at } = entry as Extract<LogEntry, { t: 'issue' }>
    const revoked: LogEntry = { v: 1, t: 'revoke', h, reason: 'error', at }
    const inclusion = { entry: revoked, receipt: await exampleReceipt(revoked) }
    expect(await check({ inclusion })).toBe('failed passed passed')
  })

  test('may have its members in any order', async () => {
    const reversed = Object.fromEntries(Object.entries(entry).toReversed()) as LogEntry
    expect(await check({ inclusion: { entry: reversed, receipt } })).toBe('passed passed passed')
  })
})

describe('the status', () => {
  const statusOf = async (statusList: unknown) => (await check({ statusList })).split(' ')[2]
  const { credentialSubject } = right

  test('is failed when the certificate is revoked, and the rest still holds', async () => {
    const statusList = await exampleStatusList({ revoked: [index] })
    expect(await check({ statusList })).toBe('passed passed failed')
  })

  test('is failed when one beside it is revoked as well', async () => {
    expect(await statusOf(await exampleStatusList({ revoked: [index, index - 1] }))).toBe('failed')
  })

  test('is passed when others are revoked', async () => {
    expect(await statusOf(await exampleStatusList({ revoked: [index - 1] }))).toBe('passed')
    expect(await statusOf(await exampleStatusList({ revoked: [index + 1] }))).toBe('passed')
  })

  test('is unknown when the list is out of date, from its last moment on', async () => {
    const at = (time: string) => check({ now: new Date(time) })
    expect(await at('2026-03-02T23:59:59.999Z')).toBe('passed passed passed')
    expect(await at('2026-03-03T00:00:00Z')).toBe('passed passed unknown')
    const revoked = await exampleStatusList({ revoked: [index] })
    const now = new Date('2026-03-04T00:00:00Z')
    expect(await check({ statusList: revoked, now })).toBe('passed passed unknown')
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
    expect(await check({ credential: await secure(other) })).toBe('failed passed unknown')
  })

  test.for(['', '01', '1e1', '0x10', '-1', ' 1', 1, null, true, []])(
    'is unknown when the certificate has %j as its place in the list',
    async (statusListIndex) => {
      const { credentialStatus, ...rest } = unsignedExample()
      const other = { ...rest, credentialStatus: { ...credentialStatus, statusListIndex } }
      // Signed anew, it is not what was logged.
      expect(await check({ credential: await secure(other) })).toBe('failed passed unknown')
    },
  )

  test('is unknown when the list is signed by another', async () => {
    expect(await statusOf(await exampleStatusList({}, strangersKey))).toBe('unknown')
    expect(await statusOf(await exampleStatusList({}, logKey))).toBe('unknown')
  })

  test.for(Object.keys(right))('is unknown when %s of the list is another', async (name) => {
    expect(await statusOf({ ...right, [name]: 'another' })).toBe('unknown')
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

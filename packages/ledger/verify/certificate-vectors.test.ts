import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  exampleDid,
  exampleEvidence,
  exampleKeys,
  exampleReceipt,
  exampleStatusList,
  secure,
  strangersKey,
  unsignedExample,
} from '@naic/test/support/example-council.ts'
import { documentHash } from '../format/log-entry.ts'
import { verifyCertificate } from './verify-credential.ts'

const file = path.join(import.meta.dirname, '../format/vectors/certificates.json')

const right = await exampleEvidence()
const { credential, inclusion } = right
const [nothing, passed, failed] = ['unknown', 'passed', 'failed'] as const
const unread = { signature: failed, inclusion: nothing, checkpoint: nothing, status: nothing }
const allPassed = { signature: passed, inclusion: passed, checkpoint: passed, status: passed }

const strangers = await secure(unsignedExample(), strangersKey)
const strangersEntry = { ...inclusion.entry, h: await documentHash(strangers) }

const statusList = await exampleStatusList({ change: { validUntil: '2026-03-02T00:00:00Z' } })
const elsewhere = inclusion.receipt.replace('index 3', 'index 2')
const renamed = JSON.stringify(credential).replace('Zoë', 'Zoe')

/** What is changed in the right certificate's evidence, and what its checks find then. */
const cases: [name: string, change: object, expected: object][] = [
  ['a right certificate', {}, allPassed],
  ['another letter in the name of the holder', { credential: JSON.parse(renamed) }, unread],
  [
    'signed by a stranger, with an entry of the log',
    {
      credential: strangers,
      inclusion: { entry: strangersEntry, receipt: await exampleReceipt(strangersEntry) },
    },
    unread,
  ],
  [
    'signed with a key that its council does not have',
    { did: exampleDid(strangersKey), keys: exampleKeys(strangersKey) },
    unread,
  ],
  [
    'withdrawn: its bit in the status list is set',
    { statusList: await exampleStatusList({ revoked: [94_567] }) },
    { ...allPassed, status: failed },
  ],
  ['a status list whose time is over', { statusList }, { ...allPassed, status: nothing }],
  [
    'a status list that a stranger signed',
    { statusList: await exampleStatusList({}, strangersKey) },
    { ...allPassed, status: nothing },
  ],
  [
    'the receipt of another place in the log',
    { inclusion: { ...inclusion, receipt: elsewhere } },
    { ...allPassed, inclusion: failed },
  ],
  [
    'a checkpoint that another log key signed',
    { keys: exampleKeys(undefined, strangersKey) },
    { ...allPassed, inclusion: nothing, checkpoint: failed },
  ],
]

const generated = {
  source:
    'This project. Keys are those of RFC 8032 from seeds of 32 bytes 0x01 (credentials), 0x02 (log), 0x03 (a stranger).',
  cases: cases.map(([name, change, expected]) => {
    return { name, evidence: { did: exampleDid(), ...right, ...change }, expected }
  }),
}

/** `WRITE_VECTORS=1 npx vitest run` with this file's name, then `npx oxfmt`, after a format has changed. */
if (process.env['WRITE_VECTORS']) writeFileSync(file, JSON.stringify(generated))

const published: typeof generated = JSON.parse(readFileSync(file, 'utf8'))

test('the published certificates are those that the formats make today', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(generated)))
})

test.each(published.cases)('$name: its checks find what is published', async (one) => {
  const evidence = { ...one.evidence, now: new Date(one.evidence.now) }
  expect(await verifyCertificate(evidence)).toMatchObject(one.expected)
})

import type { Schema } from './operation.ts'

/** What the API answers, as JSON Schema. Objects of our own have all members, and no other. */

const text = { type: 'string' } satisfies Schema
const whole = { type: 'integer', minimum: 0 } satisfies Schema
const time = { type: 'string', format: 'date-time' } satisfies Schema
const base64 = { type: 'string', contentEncoding: 'base64' } satisfies Schema
const listOf = (items: Schema) => ({ type: 'array', items }) satisfies Schema
const orNull = (schema: Schema) => ({ oneOf: [schema, { type: 'null' }] }) satisfies Schema

/** All members are there, unless `optional` names them. */
function object<const Properties extends Record<string, Schema>>(
  title: string,
  properties: Properties,
  { description, optional = [] }: { description?: string; optional?: (keyof Properties)[] } = {},
) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  const shape = { type: 'object', required, properties, additionalProperties: false } as const
  return { title, ...(description && { description }), ...shape }
}

export const noteText = {
  ...text,
  title: 'SignedNote',
  description: 'A checkpoint of the log (c2sp.org/tlog-checkpoint), with its signature lines.',
  pattern: String.raw`^.+\n\d+\n[A-Za-z0-9+/=]+\n\n(— .+\n)+$`,
} satisfies Schema

export const receiptText = {
  ...text,
  title: 'Receipt',
  description: 'Proof that an entry is in the log (c2sp.org/tlog-proof).',
  pattern: String.raw`^c2sp\.org/tlog-proof@v1\n`,
} satisfies Schema

const entry = {
  title: 'LogEntry',
  type: 'object',
  description: 'An entry of the log. Its canonical form (RFC 8785) is the leaf of the tree.',
  required: ['v', 't'],
  properties: {
    v: whole,
    t: text,
    h: { ...text, pattern: '^[0-9a-f]{64}$' },
    at: time,
  },
} satisfies Schema

const proven = object(
  'Proven',
  { entry, receipt: receiptText },
  { description: 'An entry of the log, and the receipt that proves it.' },
)

const ifGiven = 'if the council gave it.'

const ofEveryCredential = [
  '@context',
  'id',
  'type',
  'issuer',
  'validFrom',
  'credentialSubject',
  'proof',
] as const

/** What it says is the standard's, and signed as it is. */
export const credential = {
  title: 'Credential',
  type: 'object',
  description:
    'An Open Badges 3.0 credential with its proofs. Keep it byte for byte: it is signed.',
  required: [...ofEveryCredential, 'awardedDate', 'name', 'credentialStatus'],
  properties: {
    '@context': listOf(text),
    id: { type: 'string', format: 'uri' },
    type: listOf(text),
    issuer: { type: ['string', 'object'] },
    validFrom: time,
    awardedDate: { ...time, description: 'The day on which it was verified, as UTC.' },
    name: text,
    credentialSubject: {
      type: 'object',
      required: ['identifier', 'licenseNumber', 'result', 'achievement'],
      properties: {
        identifier: listOf({
          type: 'object',
          required: ['identityType', 'hashed', 'identityHash'],
          description:
            'First the holder’s name, as `identityHash`; then the hash of an e-mail address.',
          properties: { identityType: text, hashed: { type: 'boolean' }, identityHash: text },
        }),
        licenseNumber: { ...text, description: 'The ID.' },
        activityStartDate: { ...time, description: ifGiven },
        activityEndDate: { ...time, description: ifGiven },
        creditsEarned: { type: 'number', description: ifGiven },
        role: { ...text, description: `"Student of" and the college, ${ifGiven}` },
        result: listOf({
          type: 'object',
          required: ['resultDescription', 'value'],
          description: 'Duration; hours, if the council gave them. Its number is a text.',
          properties: { resultDescription: text, value: text },
        }),
        achievement: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: text, name: { ...text, description: 'The domain.' } },
        },
      },
    },
    credentialStatus: {
      type: 'object',
      required: ['statusListIndex', 'statusListCredential'],
      properties: { statusListIndex: text, statusListCredential: text },
    },
    proof: listOf({ type: 'object', required: ['type', 'cryptosuite', 'proofValue'] }),
  },
} satisfies Schema

export const statusList = {
  ...credential,
  title: 'StatusList',
  description: 'A W3C Bitstring Status List, a credential itself.',
  required: ofEveryCredential,
  properties: {
    ...credential.properties,
    credentialSubject: {
      type: 'object',
      required: ['type', 'statusPurpose', 'encodedList'],
      properties: { encodedList: { ...text, pattern: '^u' } },
    },
  },
} satisfies Schema

export const didDocument = {
  title: 'DidDocument',
  type: 'object',
  required: ['@context', 'id', 'verificationMethod', 'assertionMethod'],
  properties: {
    id: { ...text, pattern: '^did:web:' },
    verificationMethod: listOf({
      type: 'object',
      required: ['id', 'type', 'controller', 'publicKeyMultibase'],
    }),
    assertionMethod: listOf(text),
  },
} satisfies Schema

const key = object(
  'Key',
  {
    name: text,
    use: { enum: ['credentials', 'log'] },
    publicKeyMultibase: text,
    vkey: { ...text, description: 'Of a key of the log, as log tools name it.' },
    from: { ...whole, description: 'The first index, or size of the log, that it counts for.' },
    to: { type: ['integer', 'null'], description: 'The last size, or the index that is too late.' },
    revoked: time,
  },
  { optional: ['vkey', 'revoked'] },
)

export const keyList = object('Keys', { origin: text, keys: listOf(key) })

const logPoint = object('LogPoint', { origin: text, size: whole, root: base64 })

const byKey = (title: string, of: typeof text | typeof base64) =>
  object(title, { old: of, new: of, credentials: of })

export const restartList = object('Restarts', {
  restarts: listOf(
    object('Restart', {
      v: { const: 1 },
      old: logPoint,
      new: logPoint,
      at: time,
      reason: text,
      keys: byKey('RestartKeys', text),
      signatures: byKey('RestartSignatures', base64),
    }),
  ),
})

export const certificate = object(
  'Certificate',
  {
    credential,
    inclusion: proven,
    revocation: orNull(proven),
    statusList,
    listed: proven,
    did: didDocument,
    keys: keyList.properties.keys,
    origin: { ...text, description: 'The name of the log.' },
    stamp: orNull(object('Stamp', { receipt: receiptText, ots: base64 })),
    seen: listOf(object('Seen', { vkey: text, receipt: receiptText })),
    correctedBy: orNull({ ...text, description: 'ID of the one that was issued in its place.' }),
  },
  {
    description:
      'All that it takes to check a certificate, of one moment. `listed` is the last entry of the log, which names the status list.',
  },
)

export const newestList = object('NewestStatusList', { statusList, listed: orNull(proven) })

export const growth = object('Growth', { from: whole, to: whole, proof: listOf(base64) })

export const sightings = object('Sightings', {
  origin: text,
  witnesses: listOf(
    object('Sighting', { name: text, vkey: text, size: whole, time, note: noteText }),
  ),
})

export const taken = object('Taken', { taken: { const: true } })

export const accepted = object('Accepted', {
  id: text,
  emailed: { type: 'boolean', description: 'Whether a letter says that it arrived.' },
})

export const fieldErrors = {
  title: 'FieldErrors',
  type: 'object',
  description: 'What is wrong with each field, in sentences.',
  additionalProperties: listOf(text),
} satisfies Schema

export const problem = object(
  'Problem',
  {
    title: { ...text, description: 'What the status means.' },
    status: whole,
    detail: { ...text, description: 'A sentence for a person.' },
    didYouMean: {
      ...listOf(text),
      description: 'IDs that there are, and that may be misread for the one asked for.',
    },
  },
  { description: 'RFC 9457. Its type is "about:blank".', optional: ['didYouMean'] },
)

export const binary: Schema = {}
export const lines = text

import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { buildCredential } from '#credential/credential.ts'
import { CanonizeByShape } from './canonize-by-shape.ts'
import { pinnedLoader } from './pinned-contexts.ts'

const siteUrl = 'https://naic.example'
const issuer = { did: 'did:web:naic.example', name: 'National Academic Internship Council' }
const options = { documentLoader: pinnedLoader(), base: null, safe: true }

const facts = {
  id: 'NAIC26ABCDE',
  holder: 'Asha Rao',
  domain: 'Web Development',
  duration: '4 Weeks',
  verifiedOn: '2026-03-14',
}
const document = (changes: Partial<typeof facts> = {}, statusIndex = 4711) =>
  buildCredential({ ...facts, ...changes }, issuer, siteUrl, statusIndex)

/** With what a credential has none of today: lists, several nodes without a name of their own. */
const longer = (changes: Partial<typeof facts>, tags: readonly string[], salt: string) => {
  const credential = document(changes)
  const { credentialSubject: subject } = credential
  const [name] = subject.identifier
  const hashed = { ...name, identityType: 'emailAddress', hashed: true, identityHash: salt, salt }
  return {
    ...credential,
    credentialSubject: {
      ...subject,
      identifier: [name, hashed],
      achievement: { ...subject.achievement, tag: tags },
    },
  }
}

/** Learnt already. */
async function learnt(...documents: object[]) {
  const { canonize } = new CanonizeByShape()
  for (const one of documents) for (let use = 0; use < 3; use += 1) await canonize(one, options)
  return canonize
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      '\n',
      '\r',
      '\t',
      '\0',
      '\u2028',
      'u',
      '@',
      '^',
      '<',
      '>',
      ':',
      '_',
      ' ',
    ),
  }),
  fc.constantFrom(
    'Web Development',
    '4 Weeks',
    'name',
    'did:web:naic.example',
    '_:b0',
    '@id',
    '@json',
    'https://naic.example/credentials/status/1',
    'https://naic.example/credentials/status/1#4711',
    'https://a.example/ b',
    'type',
    'false',
    '"@en',
    'ob:name',
    'c14n0',
    '_:c14n0',
    '',
    'a"@en .\n<x> <y> <z> .',
    '\ud800',
  ),
)
// As `buildCredential` can put them into an address.
const wellFormed = hostile.filter((text) => text.isWellFormed())

afterEach(() => vi.restoreAllMocks())

test('whatever a credential says, its canonical form is what the library makes of it', async () => {
  const canonize = await learnt(document())
  await fc.assert(
    fc.asyncProperty(
      wellFormed,
      hostile,
      hostile,
      wellFormed,
      fc.nat(),
      async (id, holder, duration, domain, place) => {
        const said = document({ id, holder, domain, duration }, place)
        expect(await answer(() => canonize(said, options))).toEqual(
          await answer(() => cryptosuite.canonize(said, options)),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('so it is of a shape with lists and with several nodes that have no name', async () => {
  const canonize = await learnt(longer({}, ['one', 'two'], 'salt'))
  await fc.assert(
    fc.asyncProperty(
      hostile,
      fc.array(hostile, { minLength: 1, maxLength: 4 }),
      hostile,
      async (holder, tags, salt) => {
        const said = longer({ holder }, tags, salt)
        expect(await answer(() => canonize(said, options))).toEqual(
          await answer(() => cryptosuite.canonize(said, options)),
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('texts that are the same become one statement, and addresses that are the same one node', async () => {
  const canonize = await learnt(longer({}, ['one', 'two'], 'salt'), document())
  const same = longer({}, ['one', 'one'], 'Asha Rao')
  expect(await canonize(same, options)).toBe(await cryptosuite.canonize(same, options))
  const { achievement } = document().credentialSubject
  for (let use = 0; use < 4; use += 1) {
    const merged = document()
    merged.credentialSubject.achievement = {
      ...achievement,
      image: { id: achievement.id, type: 'Image' },
    }
    expect(await canonize(merged, options)).toBe(await cryptosuite.canonize(merged, options))
  }
})

test('a term that the contexts do not define is refused, however often', async () => {
  const { canonize } = new CanonizeByShape()
  for (let use = 0; use < 5; use += 1) {
    await expect(canonize({ ...document(), ourOwnTerm: 'x' }, options)).rejects.toThrow()
  }
})

test('of a thousand documents of one shape the library reads a few', async () => {
  const reads = vi.spyOn(cryptosuite, 'canonize')
  const { canonize } = new CanonizeByShape()
  const all = Array.from({ length: 1_000 }, (_, at) => document({ holder: `Holder ${at}` }))
  await Promise.all(all.map((one) => canonize(one, options)))
  expect(reads.mock.calls.length).toBeLessThan(20)
  expect(reads.mock.calls.length).toBeGreaterThan(10)
})

test('where the library once says otherwise, nothing more is given out', async () => {
  const { canonize } = new CanonizeByShape()
  const library = vi.spyOn(cryptosuite, 'canonize')
  const all = Array.from({ length: 99 }, (_, at) => document({ holder: `Holder ${at}` }))
  for (const one of all) await canonize(one, options)
  library.mockResolvedValue('something else')
  await expect(canonize(document(), options)).rejects.toThrow('not what the library reads')
})

async function answer(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask()
  } catch (error) {
    return `refused: ${(error as Error).name}`
  }
}

import { describe, expect, test } from 'vitest'
import {
  did,
  exampleFacts,
  exampleLearnt,
  siteUrl,
  unsignedExample,
} from '@naic/test/support/example-council.ts'
import {
  buildCredential,
  type Learnt,
  readAddress,
  readFacts,
  readLearnt,
  readSigned,
  writeAddress,
  writeLearnt,
} from './credential.ts'
import { hashAddress, isAddressOf } from './hash-address.ts'
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'

const name = 'National Academic Internship Council'
const credential = unsignedExample()

test('a programme in other letters than Latin ones has the picture of any internship', () => {
  const other = buildCredential({ ...exampleFacts, domain: 'वेब विकास' }, { did, name }, siteUrl, 0)
  expect(other.credentialSubject.achievement.image?.id).toBe(`${siteUrl}/badges/internship.png`)
})

test('a credential holds no number but in text, or whole and half credits, so that no two ways of writing one can differ', () => {
  const council = { did, name }
  for (const facts of [exampleFacts, given]) {
    const built = buildCredential(facts, council, siteUrl, 0)
    JSON.stringify(built, (called, value: unknown) => {
      if (called !== 'creditsEarned') expect(typeof value).not.toBe('number')
      return value
    })
  }
})

const given = {
  ...exampleFacts,
  startedOn: '2026-02-02',
  endedOn: '2026-02-27',
  hours: 80,
  credits: 2.5,
  college: 'Student of Everything College, Pune',
}

test('what the council gives is said in terms of Open Badges, and read again', () => {
  const built = buildCredential(given, { did, name }, siteUrl, 0)
  expect(built.credentialSubject).toMatchObject({
    activityStartDate: '2026-02-02T00:00:00Z',
    activityEndDate: '2026-02-27T00:00:00Z',
    creditsEarned: 2.5,
    role: 'Student of Student of Everything College, Pune',
    result: [
      { value: '4 Weeks' },
      { resultDescription: `${siteUrl}/verification#hours`, value: '80' },
    ],
  })
  expect(readFacts(built)).toEqual(given)
  expect(
    Object.values(readFacts(credential) ?? {}).filter((fact) => fact === undefined),
  ).toHaveLength(5)
})

test('what is given in another form is not shown, and stops nothing', () => {
  const odd = { toString: 1, valueOf: 1 }
  const [duration] = credential.credentialSubject.result
  for (const value of [odd, null, [], 7, '']) {
    const subject = {
      ...credential.credentialSubject,
      activityStartDate: value,
      creditsEarned: typeof value === 'number' ? '7' : value,
      role: value,
      result: [null, value, { resultDescription: value, value }, duration],
    }
    const facts = readFacts({ ...credential, credentialSubject: subject })
    expect(facts).toEqual({ ...exampleFacts })
  }
})

test('a holder’s name is kept letter by letter', () => {
  for (const holder of ['O’Brien', 'İbrahim', '王小明', 'Zoe\u0308', '<b>&', '🙂']) {
    const facts = { ...exampleFacts, holder }
    expect(readFacts(buildCredential(facts, { did, name }, siteUrl, 0))?.holder).toBe(holder)
  }
})

describe('what is not such a credential has no facts', () => {
  const subject = credential.credentialSubject

  test.for([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'credential'],
    ['a number', 1],
    ['a list', [credential]],
    ['no subject', { ...credential, credentialSubject: null }],
    ['a list of subjects', { ...credential, credentialSubject: [subject] }],
    ['no identifier', { ...credential, credentialSubject: { ...subject, identifier: [] } }],
    ['no name', { ...credential, credentialSubject: { ...subject, identifier: [null] } }],
    ['an empty number', { ...credential, credentialSubject: { ...subject, licenseNumber: '' } }],
    [
      'a number for a duration',
      {
        ...credential,
        credentialSubject: { ...subject, result: [{ ...subject.result[0], value: 4 }] },
      },
    ],
    ['no results', { ...credential, credentialSubject: { ...subject, result: undefined } }],
    ['no achievement', { ...credential, credentialSubject: { ...subject, achievement: null } }],
    ['a list for a date', { ...credential, awardedDate: ['2026-03-01'] }],
    ['a number for a date', { ...credential, awardedDate: 20_260_301 }],
    ['no date', { ...credential, awardedDate: undefined }],
  ])('%s', ([, document]) => {
    expect(readFacts(document)).toBeUndefined()
  })
})

const salt = '00112233445566778899aabbccddeeff'

test('an address is hashed with its salt behind it, as Open Badges has it', async () => {
  const digest = createHash('sha256').update(`asha@example.com${salt}`).digest('hex')
  expect(writeAddress(await hashAddress('asha@example.com', salt))).toEqual({
    type: 'IdentityObject',
    identityType: 'emailAddress',
    hashed: true,
    salt,
    identityHash: `sha256$${digest}`,
  })
})

test('the example of Open Badges 3.0 comes out', async () => {
  expect(await hashAddress('a@example.com', 'Kosher')).toMatchObject({
    identityHash: 'sha256$b5809d8a92f8858436d7e6b87c12ebc0ae1eac4baecc2c0b913aee2c922ef399',
  })
})

test('an address is the holder’s in any case of its letters and with blanks around it', async () => {
  const hashed = await hashAddress('Asha.Rao@Example.com', salt)
  for (const typed of ['asha.rao@example.com', ' ASHA.RAO@EXAMPLE.COM\t']) {
    expect(await isAddressOf(typed, hashed)).toBe(true)
  }
  for (const typed of ['asharao@example.com', 'asha.rao@example.co', '', hashed.identityHash]) {
    expect(await isAddressOf(typed, hashed)).toBe(false)
  }
})

describe('what is read of a subject', () => {
  const named = {
    type: 'IdentityObject',
    identityType: 'name',
    hashed: false,
    identityHash: 'Asha',
  }
  const hash = `sha256$${'a'.repeat(64)}`
  const address = writeAddress({ salt, identityHash: hash })

  test('is the address beside the name, in whatever order', () => {
    for (const identifiers of [
      [named, address],
      [address, named],
    ]) {
      expect(readAddress(identifiers)).toEqual({ salt, identityHash: hash })
    }
  })

  test.for([
    ['no identifiers', undefined],
    ['one that is not in a list', address],
    ['a name alone', [named]],
    ['null', [null]],
    ['an address that is not hashed', [{ ...address, hashed: false, identityHash: 'a@b.example' }]],
    ['a hash without salt', [{ ...address, salt: undefined }]],
    ['a hash of another kind', [{ ...address, identityHash: `md5$${'a'.repeat(32)}` }]],
    ['half a hash', [{ ...address, identityHash: 'sha256$abc' }]],
  ])('is nothing of %s', ([, identifiers]) => {
    expect(readAddress(identifiers)).toBeUndefined()
  })
})

const issuer = { did: 'did:web:council.example', name: 'A Council' }
const achievementOf = (learnt: Learnt) =>
  buildCredential({ ...exampleFacts, learnt }, issuer, siteUrl, 0).credentialSubject.achievement

test('whatever skills and projects are called, what is read is what was written', () => {
  // As the content's schema asks for them: one line each, without blanks around, and without **.
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((said) => /^\S(?:.*\S)?$/.test(said) && !said.includes('**'))
    .filter((said) => !/[*{}]/.test(said))
  const learnt = fc.record({
    programme: fc.webUrl(),
    internship: text,
    skills: fc.array(text, { minLength: 1, maxLength: 12 }),
    projects: fc.array(fc.record({ title: text, task: text }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(learnt, (said) => {
      expect(readLearnt(JSON.parse(JSON.stringify(achievementOf(said))))).toEqual(said)
    }),
  )
})

test('a credential of no certain internship says nothing of it, and names another achievement', () => {
  const before = buildCredential(exampleFacts, issuer, siteUrl, 0)
  expect(before.credentialSubject.achievement).not.toHaveProperty('tag')
  expect(before.credentialSubject.achievement.id).toBe(
    'https://council.example/internships?category=Web%20Development#projects',
  )
  expect(readSigned(before)).toEqual({ ...exampleFacts, learnt: undefined, address: undefined })
})

describe('nothing was learnt by what has', () => {
  const right = { id: 'https://a.example/1', ...writeLearnt(exampleLearnt) }
  test.for([
    ['no achievement', undefined],
    ['null', null],
    ['a text', 'achievement'],
    ['no skills', { ...right, tag: [] }],
    ['a text for skills', { ...right, tag: 'HTML' }],
    ['a number among the skills', { ...right, tag: ['HTML', 1] }],
    ['an empty skill', { ...right, tag: ['HTML', ''] }],
    ['no internship', { ...right, specialization: undefined }],
    ['no name', { ...right, id: undefined }],
  ])('%s', ([, achievement]) => {
    expect(readLearnt(achievement)).toBeUndefined()
  })

  test('but a narrative without a list only has no projects', () => {
    for (const criteria of [undefined, null, {}, { narrative: 4 }, { narrative: 'It was hard.' }]) {
      expect(readLearnt({ ...right, criteria })).toMatchObject({
        skills: exampleLearnt.skills,
        projects: [],
      })
    }
  })
})

import { expect, test } from 'vitest'
import {
  exampleFacts,
  exampleLearnt,
  siteUrl,
  unsignedExample,
} from '@naic/test/support/example-council.ts'
import {
  type CertificateFacts,
  readAddress,
  readFacts,
  readLearnt,
  readSigned,
  writeAddress,
  writeLearnt,
} from './credential.ts'
import { hashAddress, isAddressOf } from './hash-address.ts'
import * as fc from 'fast-check'

const credential = unsignedExample()

test('a programme in other letters than Latin ones has the picture of any internship', () => {
  const { image } = unsignedExample({ domain: 'वेब विकास' }).credentialSubject.achievement
  expect(image?.id).toBe(`${siteUrl}/badges/internship.png`)
})

const given: Required<CertificateFacts> = {
  ...exampleFacts,
  startedOn: '2026-02-02',
  endedOn: '2026-02-27',
  hours: 80,
  credits: 2.5,
  college: 'Student of Everything College, Pune',
}

test('no number but the credits is in a credential, so that no two ways of writing one can differ', () => {
  JSON.stringify(unsignedExample(given), (name, value: unknown) => {
    if (name !== 'creditsEarned') expect(typeof value).not.toBe('number')
    return value
  })
})

test('what the council gives is said in terms of Open Badges, and read again', () => {
  const built = unsignedExample(given)
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
    expect(readFacts({ ...credential, credentialSubject: subject })).toEqual(exampleFacts)
  }
})

test('a holder’s name is kept letter by letter', () => {
  for (const holder of ['O’Brien', 'İbrahim', '王小明', 'Zoe\u0308', '<b>&', '🙂']) {
    expect(readFacts(unsignedExample({ holder }))?.holder).toBe(holder)
  }
})

test('what is not such a credential has no facts', () => {
  const subject = credential.credentialSubject
  for (const document of [undefined, null, 'credential', [credential]]) {
    expect(readFacts(document)).toBeUndefined()
  }
  for (const change of [
    { credentialSubject: null },
    { credentialSubject: [subject] },
    { awardedDate: ['2026-03-01'] },
    { awardedDate: undefined },
    ...[
      { identifier: [] },
      { identifier: [null] },
      { licenseNumber: '' },
      { result: [{ ...subject.result[0], value: 4 }] },
      { result: undefined },
      { achievement: null },
    ].map((part) => ({ credentialSubject: { ...subject, ...part } })),
  ]) {
    expect(readFacts({ ...credential, ...change }), JSON.stringify(change)).toBeUndefined()
  }
})

const salt = '00112233445566778899aabbccddeeff'

test('an address is hashed as in the example of Open Badges 3.0', async () => {
  expect(writeAddress(await hashAddress('a@example.com', 'Kosher'))).toEqual({
    type: 'IdentityObject',
    identityType: 'emailAddress',
    hashed: true,
    salt: 'Kosher',
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

test('the address is read beside the name, in whatever order, and nothing that is none', () => {
  const [named] = credential.credentialSubject.identifier
  const hashed = { salt, identityHash: `sha256$${'a'.repeat(64)}` }
  const address = writeAddress(hashed)
  expect(readAddress([named, address])).toEqual(hashed)
  expect(readAddress([address, named])).toEqual(hashed)
  for (const none of [
    undefined,
    address,
    [named],
    [null],
    [{ ...address, hashed: false }],
    [{ ...address, salt: undefined }],
    [{ ...address, identityHash: `md5$${'a'.repeat(32)}` }],
  ]) {
    expect(readAddress(none)).toBeUndefined()
  }
})

test('whatever skills and projects are called, what is read is what was written', () => {
  // As the content's schema asks for them: one line each, without blanks around, and without **.
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((said) => /^\S(?:.*\S)?$/.test(said) && !/[*{}]/.test(said))
  const learnt = fc.record({
    programme: fc.webUrl(),
    internship: text,
    skills: fc.array(text, { minLength: 1, maxLength: 12 }),
    projects: fc.array(fc.record({ title: text, task: text }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(learnt, (said) => {
      const { achievement } = unsignedExample({ learnt: said }).credentialSubject
      expect(readLearnt(JSON.parse(JSON.stringify(achievement)))).toEqual(said)
    }),
  )
})

test('a credential of no certain internship says nothing of it, and names another achievement', () => {
  const { achievement } = credential.credentialSubject
  expect(achievement).not.toHaveProperty('tag')
  expect(achievement.id).toBe(`${siteUrl}/internships?category=Web%20Development#projects`)
  expect(readSigned(credential)).toEqual({ ...exampleFacts, learnt: undefined, address: undefined })
})

test('nothing was learnt where skills, internship or name are missing or of another form', () => {
  const right = { id: 'https://a.example/1', ...writeLearnt(exampleLearnt) }
  for (const achievement of [
    null,
    'achievement',
    { ...right, tag: [] },
    { ...right, tag: 'HTML' },
    { ...right, tag: ['HTML', ''] },
    { ...right, specialization: undefined },
    { ...right, id: undefined },
  ]) {
    expect(readLearnt(achievement)).toBeUndefined()
  }
  // A narrative without a list only has no projects.
  for (const criteria of [null, {}, { narrative: 4 }, { narrative: 'It was hard.' }]) {
    const { skills } = exampleLearnt
    expect(readLearnt({ ...right, criteria })).toMatchObject({ skills, projects: [] })
  }
})

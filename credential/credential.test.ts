import { describe, expect, test } from 'vitest'
import { did, exampleFacts, siteUrl, unsignedExample } from '#test/support/example-council.ts'
import { buildCredential, readFacts } from './credential.ts'

const name = 'National Academic Internship Council'
const credential = unsignedExample()

test('a credential says what its certificate says', () => {
  expect(readFacts(credential)).toEqual(exampleFacts)
  expect(readFacts(JSON.parse(JSON.stringify(credential)))).toEqual(exampleFacts)
})

test('a credential is the Open Badge that the format promises', () => {
  expect(credential).toEqual({
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: 'https://council.example/credentials/NAIC26A1B2C.json',
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: 'did:web:council.example', type: ['Profile'], name },
    validFrom: '2026-03-01T00:00:00Z',
    awardedDate: '2026-03-01T00:00:00Z',
    name: 'Web Development internship',
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          identityType: 'name',
          hashed: false,
          identityHash: 'Zoë Müller',
        },
      ],
      licenseNumber: 'NAIC26A1B2C',
      term: '4 Weeks',
      achievement: {
        id: 'https://council.example/internships?category=Web%20Development#projects',
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: 'Web Development',
        description: expect.stringContaining(name),
        criteria: { narrative: 'Completed the projects of the internship.' },
        image: { id: 'https://council.example/badges/web-development.png', type: 'Image' },
      },
    },
    credentialStatus: {
      id: 'https://council.example/credentials/status/1#94567',
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: '94567',
      statusListCredential: 'https://council.example/credentials/status/1',
    },
  })
})

test('a programme in other letters than Latin ones has the picture of any internship', () => {
  const other = buildCredential({ ...exampleFacts, domain: 'वेब विकास' }, { did, name }, siteUrl, 0)
  expect(other.credentialSubject.achievement.image?.id).toBe(`${siteUrl}/badges/internship.png`)
})

test('a credential holds no number but in text, so that no two ways of writing one can differ', () => {
  JSON.stringify(credential, (_name, value: unknown) => {
    expect(typeof value).not.toBe('number')
    return value
  })
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
    ['a number for a term', { ...credential, credentialSubject: { ...subject, term: 4 } }],
    ['no achievement', { ...credential, credentialSubject: { ...subject, achievement: null } }],
    ['a list for a date', { ...credential, awardedDate: ['2026-03-01'] }],
    ['a number for a date', { ...credential, awardedDate: 20_260_301 }],
    ['no date', { ...credential, awardedDate: undefined }],
  ])('%s', ([, document]) => {
    expect(readFacts(document)).toBeUndefined()
  })
})

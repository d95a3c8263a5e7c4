import {
  type AddressIdentity,
  type HashedAddress,
  readAddress,
  writeAddress,
} from './hashed-address.ts'
import type { DataIntegrityProof } from './jcs-proof.ts'
import {
  completedProjects,
  type Learnt,
  type LearntTerms,
  readLearnt,
  writeLearnt,
} from './learnt.ts'

/**
 * The certificate as a file of an open standard: an Open Badges 3.0 credential. It has no field
 * of our own: a term that the contexts do not define could not be signed for other verifiers.
 */

/** What a certificate says. */
export type CertificateFacts = {
  /** Such as "NAIC26K7M2P9XQ". */
  id: string
  holder: string
  /** The programme, such as "Web Development". */
  domain: string
  /** Such as "4 Weeks". */
  duration: string
  /** The day it was verified, YYYY-MM-DD. */
  verifiedOn: string
}

/** All that its credential says. */
export type SignedFacts = CertificateFacts & {
  /** What was learnt; undefined where the council did not say of which internship it is. */
  learnt?: Learnt | undefined
  /** The holder's e-mail address; undefined where it was not known. */
  address?: HashedAddress | undefined
}

export type Issuer = { did: string; name: string }

export type Credential = {
  '@context': readonly string[]
  id: string
  type: readonly string[]
  issuer: { id: string; type: readonly string[]; name: string }
  validFrom: string
  awardedDate: string
  name: string
  credentialSubject: {
    type: readonly string[]
    identifier: readonly [
      { type: 'IdentityObject'; identityType: 'name'; hashed: false; identityHash: string },
      ...AddressIdentity[],
    ]
    licenseNumber: string
    term: string
    achievement: {
      id: string
      type: readonly string[]
      achievementType: 'CertificateOfCompletion'
      name: string
      description: string
      criteria: { narrative: string }
      /** Of the programme; credentials of the first years have none. */
      image?: { id: string; type: 'Image' }
    } & Partial<LearntTerms>
  }
  credentialStatus: CredentialStatus
}

type CredentialStatus = {
  id: string
  type: 'BitstringStatusListEntry'
  statusPurpose: 'revocation'
  /** A number, written as text. */
  statusListIndex: string
  statusListCredential: string
}

export type SecuredCredential = Credential & { proof: readonly DataIntegrityProof[] }

export const credentialContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const

/** Where a certificate's credential is; it is the credential's own `id` as well. */
export const credentialAddress = (siteUrl: string, id: string): string =>
  `${siteUrl}/credentials/${id}.json`

/**
 * Where the picture of a programme is, which names nobody: a name that the site has none for leads to
 * the picture of any internship.
 */
export const badgeAddress = (siteUrl: string, domain: string): string =>
  `${siteUrl}/badges/${
    domain
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'internship'
  }.png`

/**
 * @param siteUrl origin without a slash at its end; it becomes part of what is signed.
 * @param statusIndex the certificate's place in the status list, drawn at random.
 */
export function buildCredential(
  facts: SignedFacts,
  issuer: Issuer,
  siteUrl: string,
  statusIndex: number,
): Credential {
  const list = `${siteUrl}/credentials/status/1`
  const day = `${facts.verifiedOn}T00:00:00Z`
  const { learnt, address } = facts
  return {
    '@context': credentialContexts,
    id: credentialAddress(siteUrl, facts.id),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: issuer.did, type: ['Profile'], name: issuer.name },
    validFrom: day,
    awardedDate: day,
    name: `${facts.domain} internship`,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          identityType: 'name',
          hashed: false,
          identityHash: facts.holder,
        },
        ...(address ? [writeAddress(address)] : []),
      ],
      licenseNumber: facts.id,
      term: facts.duration,
      achievement: {
        id:
          learnt?.programme ??
          // Without #projects it stands for what the first credentials said, of a mentor as well.
          `${siteUrl}/internships?category=${encodeURIComponent(facts.domain)}#projects`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: facts.domain,
        description: `A virtual internship in ${facts.domain} of the ${issuer.name}.`,
        ...(learnt ? writeLearnt(learnt) : { criteria: { narrative: completedProjects } }),
        image: { id: badgeAddress(siteUrl, facts.domain), type: 'Image' },
      },
    },
    credentialStatus: {
      id: `${list}#${statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(statusIndex),
      statusListCredential: list,
    },
  }
}

/** @returns what a credential says, or undefined when it is not one of ours in form. */
export function readFacts(document: unknown): CertificateFacts | undefined {
  const credential = document as Partial<Credential> | null
  const subject = credential?.credentialSubject
  const awarded: unknown = credential?.awardedDate
  const facts = {
    id: subject?.licenseNumber,
    holder: subject?.identifier?.[0]?.identityHash,
    domain: subject?.achievement?.name,
    duration: subject?.term,
    verifiedOn: typeof awarded === 'string' ? awarded.slice(0, 10) : undefined,
  }
  const complete = Object.values(facts).every((fact) => typeof fact === 'string' && fact !== '')
  return complete ? (facts as CertificateFacts) : undefined
}

/** @returns the same, and what else it says; undefined as above. */
export function readSigned(document: unknown): SignedFacts | undefined {
  const facts = readFacts(document)
  if (!facts) return undefined
  const { achievement, identifier } = (document as Credential).credentialSubject
  return { ...facts, learnt: readLearnt(achievement), address: readAddress(identifier) }
}

import type { DataIntegrityProof } from './jcs-proof.ts'

/**
 * The certificate as a file of an open standard: an Open Badges 3.0 credential. It has no field
 * of our own: a term that the contexts do not define could not be signed for other verifiers.
 */

export type CertificateFacts = {
  id: string
  holder: string
  /** Such as "Web Development". */
  domain: string
  /** Such as "4 Weeks". */
  duration: string
  /** Days are written YYYY-MM-DD. */
  verifiedOn: string
} & GivenFacts

/** What a certificate says only where the council gave it. `Record<keyof GivenFacts, …>` forgets none. */
export type GivenFacts = {
  startedOn?: string | undefined
  endedOn?: string | undefined
  hours?: number | undefined
  /** Academic ones, whole or half. */
  credits?: number | undefined
  /** Where the holder studied. */
  college?: string | undefined
}

export type SignedFacts = CertificateFacts & {
  /** What was learnt; undefined where the council did not say of which internship it is. */
  learnt?: Learnt | undefined
  /** The holder's email address; undefined where it was not known. */
  address?: HashedAddress | undefined
}

export type Issuer = { did: string; name: string }

export type Credential = ReturnType<typeof buildCredential>

export type SecuredCredential = Credential & { proof: readonly DataIntegrityProof[] }

export const credentialContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const

/** Where a certificate's credential is; it is the credential's own `id` as well. */
export const credentialAddress = (siteUrl: string, id: string): string =>
  `${siteUrl}/credentials/${id}.json`

/** Where the picture of a programme is; of one that has none, that of any internship. */
export function badgeAddress(siteUrl: string, domain: string): string {
  const words = domain.toLowerCase().match(/[a-z0-9]+/g) ?? ['internship']
  return `${siteUrl}/badges/${words.join('-')}.png`
}

/**
 * @param siteUrl origin without a slash at its end; it becomes part of what is signed.
 * @param statusIndex the certificate's place in the status list, drawn at random.
 */
export function buildCredential(
  facts: SignedFacts,
  issuer: Issuer,
  siteUrl: string,
  statusIndex: number,
) {
  const list = `${siteUrl}/credentials/status/1`
  const day = startOf(facts.verifiedOn)
  const { learnt, address, startedOn, endedOn, hours, credits, college } = facts
  const result = (name: keyof typeof resultTypes, value: string) => {
    return { type: ['Result'], resultDescription: resultAddress(siteUrl, name), value }
  }
  const identity = { type: 'IdentityObject', identityType: 'name', hashed: false }
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
        { ...identity, identityHash: facts.holder },
        ...(address ? [writeAddress(address)] : []),
      ],
      licenseNumber: facts.id,
      ...(startedOn ? { activityStartDate: startOf(startedOn) } : {}),
      ...(endedOn ? { activityEndDate: startOf(endedOn) } : {}),
      ...(credits ? { creditsEarned: credits } : {}),
      ...(college ? { role: studentOf + college } : {}),
      result: [
        result('duration', facts.duration),
        ...(hours ? [result('hours', String(hours))] : []),
      ],
      achievement: {
        id:
          learnt?.programme ??
          // An address of its own, so that an achievement with and without texts is not the same.
          `${siteUrl}/internships?category=${encodeURIComponent(facts.domain)}#projects`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: facts.domain,
        description: `A virtual internship in ${facts.domain} of the ${issuer.name}.`,
        ...(learnt ? writeLearnt(learnt) : { criteria: { narrative: completedProjects } }),
        image: { id: badgeAddress(siteUrl, facts.domain), type: 'Image' },
        // Both, whatever is given: what has the same id is the same achievement.
        resultDescription: Object.entries(resultTypes).map(([key, name]) => ({
          id: resultAddress(siteUrl, key),
          type: ['ResultDescription'],
          name,
          resultType: `ext:${name}`,
        })),
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

const startOf = (day: string) => `${day}T00:00:00Z`
const studentOf = 'Student of '

/** What Open Badges has no field for, and has as results: by its key, its name. */
const resultTypes = { duration: 'Duration', hours: 'Hours' }
const resultAddress = (siteUrl: string, key: string) => `${siteUrl}/verification#${key}`

/** @returns what a credential says, or undefined if it has not the form of the council's. */
export function readFacts(document: unknown): CertificateFacts | undefined {
  const { awardedDate, credentialSubject: subject } = (document ?? {}) as Partial<Credential>
  const facts = {
    id: subject?.licenseNumber,
    holder: subject?.identifier?.[0]?.identityHash,
    domain: subject?.achievement?.name,
    duration: readResult(subject, 'duration'),
    verifiedOn: dayOf(awardedDate),
  }
  if (!Object.values(facts).every(isText)) return undefined
  const { activityStartDate, activityEndDate, creditsEarned, role } = subject ?? {}
  const given: Required<GivenFacts> = {
    startedOn: dayOf(activityStartDate),
    endedOn: dayOf(activityEndDate),
    hours: Number(readResult(subject, 'hours')) || undefined,
    credits: typeof creditsEarned === 'number' ? creditsEarned : undefined,
    college: isText(role) && role.startsWith(studentOf) ? role.slice(studentOf.length) : undefined,
  }
  return { ...(facts as CertificateFacts), ...given }
}

const dayOf = (time: unknown) => (isText(time) ? time.slice(0, 10) : undefined)

function readResult(
  subject: { result?: unknown } | null | undefined,
  key: keyof typeof resultTypes,
): string | undefined {
  const results: unknown[] = Array.isArray(subject?.result) ? subject.result : []
  const texts = results.flatMap((one) => {
    const { resultDescription, value } = (one ?? {}) as Record<string, unknown>
    const isOfKey = isText(resultDescription) && resultDescription.endsWith(`#${key}`)
    return isOfKey && isText(value) ? [value] : []
  })
  return texts[0]
}

/** @returns the same, and what else it says; undefined as above. */
export function readSigned(document: unknown): SignedFacts | undefined {
  const facts = readFacts(document)
  if (!facts) return undefined
  const { achievement, identifier } = (document as Credential).credentialSubject
  return { ...facts, learnt: readLearnt(achievement), address: readAddress(identifier) }
}

/**
 * The holder's email address as a fingerprint: who has or guesses an address can find out whether it is
 * the one. The salt is of this certificate alone, so that two of one person do not look alike; the hash
 * is `sha256$` and hexadecimal digits.
 */
export type HashedAddress = { salt: string; identityHash: string }

/** As Open Badges 3.0 has it. */
export const writeAddress = (hashed: HashedAddress) => ({
  type: 'IdentityObject',
  identityType: 'emailAddress',
  hashed: true,
  ...hashed,
})

/** @param identifiers of a credential's subject; anything at all. */
export function readAddress(identifiers: unknown): HashedAddress | undefined {
  const all = Array.isArray(identifiers)
    ? (identifiers as (Partial<ReturnType<typeof writeAddress>> | null)[])
    : []
  const hashed = all.find((one) => one?.identityType === 'emailAddress' && one.hashed === true)
  const { salt, identityHash } = hashed ?? {}
  if (typeof salt !== 'string' || typeof identityHash !== 'string') return undefined
  return /^sha256\$[0-9a-f]{64}$/.test(identityHash) ? { salt, identityHash } : undefined
}

/**
 * What was learnt. In an Open Badges achievement the internship is its specialization, skills are its
 * tags, and the projects are in the narrative of its criteria, a list in Markdown.
 */
export type Learnt = {
  /** Names the internship as it was then, which an address with the same texts always does. */
  programme: string
  /** Its title. */
  internship: string
  skills: readonly string[]
  /** Neither has a line break. */
  projects: readonly { title: string; task: string }[]
}

/** What holds of every internship. */
const completedProjects = 'Completed the projects of the internship.'

export function writeLearnt({ internship, skills, projects }: Omit<Learnt, 'programme'>) {
  const list = projects.map(({ title, task }) => `- **${title}**: ${task}`)
  const narrative = `${completedProjects} The projects were:\n\n${list.join('\n')}`
  return { specialization: internship, tag: skills, criteria: { narrative } }
}

/** @param achievement of a credential; anything at all. */
export function readLearnt(achievement: unknown): Learnt | undefined {
  const terms = (achievement ?? {}) as Partial<ReturnType<typeof writeLearnt> & { id: unknown }>
  const { id, specialization, tag, criteria } = terms
  if (!isText(id) || !isText(specialization)) return undefined
  if (!Array.isArray(tag) || tag.length === 0 || !tag.every(isText)) return undefined
  const narrative = isText(criteria?.narrative) ? criteria.narrative : ''
  const list = narrative.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)
  const projects = [...list].map(([, title = '', task = '']) => ({ title, task }))
  return { programme: id, internship: specialization, skills: tag, projects }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

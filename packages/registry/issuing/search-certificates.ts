import { type RawBuilder, sql } from 'kysely'
import { columnContains, contains } from '@naic/store/database/search-conditions.ts'
import { daysLater, readDay, startOfDay } from '@naic/store/sheets/indian-day.ts'
import { readKeys, type RegistryKeys, voidSpans } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { certificatesQuery, type ListedCertificate, listCertificates } from './find-certificate.ts'
import type { Standing } from './stored-certificate.ts'

/** Which certificates are looked for; each that is given must fit. Capitals and accents make no difference. */
export type CertificateFilter = {
  /** Words, each somewhere in the name, ID, reference, college or domain, or a day that it names. */
  text?: string | undefined
  /** Words of the holder's name, or parts of them. */
  name?: string | undefined
  reference?: string | undefined
  college?: string | undefined
  /** First and last day of those on which it was verified, YYYY-MM-DD. */
  since?: string | undefined
  until?: string | undefined
  state?: Standing | undefined
}

/**
 * @param page from 1.
 * @returns those of the page, newest first, and how many there are in all.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function searchCertificates(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  filter: CertificateFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ certificates: ListedCertificate[]; total: number }> {
  const { database } = registry
  const conditions = conditionsOf(filter, await readKeys(database))
  let all = certificatesQuery(database.read)
  for (const condition of conditions) all = all.where(condition)
  const counting = all.clearSelect().select(({ fn }) => fn.countAll<number | string>().as('count'))
  const ofPage = all.orderBy('certificate.log_index', 'desc').limit(perPage)
  const certificates = await listCertificates(registry, ofPage.offset((page - 1) * perPage))
  return { certificates, total: Number((await counting.executeTakeFirst())?.count ?? 0) }
}

function conditionsOf(filter: CertificateFilter, keys: RegistryKeys): RawBuilder<boolean>[] {
  const { text, name, reference, college, since, until, state } = filter
  return [
    ...wordsOf(text).map(isSomewhere),
    ...wordsOf(name).map((word) => contains('credential.holder', word)),
    ...wordsOf(college).map((word) => contains('credential.college', word)),
    ...wordsOf(reference).map(isReference),
    ...(since ? [sql<boolean>`credential.verified_on >= ${since}`] : []),
    ...(until ? [sql<boolean>`credential.verified_on <= ${until}`] : []),
    ...(state ? [isInState(state, keys)] : []),
  ]
}

/** As people write IDs and references: with or without hyphens. */
const isReference = (word: string) => columnContains('certificate.external_reference', word, ['-'])

function isSomewhere(word: string): RawBuilder<boolean> {
  const day = readDay(word)
  const places = [
    contains('credential.holder', word),
    contains('credential.college', word),
    contains('credential.domain', word),
    isReference(word),
    columnContains('certificate.id', word, ['-']),
    ...(day ? [sql<boolean>`credential.verified_on = ${day}`, isIssuedOn(day)] : []),
  ]
  return sql<boolean>`(${sql.join(places, sql` or `)})`
}

const isIssuedOn = (day: string) =>
  sql<boolean>`certificate.issued_at >= ${startOfDay(day)} and certificate.issued_at < ${startOfDay(daysLater(day, 1))}`

/** As `standingOf`. */
function isInState(state: Standing, keys: RegistryKeys): RawBuilder<boolean> {
  const erased = sql<boolean>`erasure.erased_at is not null`
  const spans = voidSpans(keys).map(
    ({ from, to }) =>
      sql`(certificate.log_index >= ${from} and certificate.log_index < ${to ?? Number.MAX_SAFE_INTEGER})`,
  )
  const isVoid = spans.length > 0 ? sql`(${sql.join(spans, sql` or `)})` : sql`1 = 0`
  const revoked = sql`revocation.revoked_at is not null`
  if (state === 'erased') return erased
  if (state === 'void') return sql<boolean>`not ${erased} and ${isVoid}`
  const stands = sql<boolean>`not ${erased} and not ${isVoid}`
  return state === 'revoked'
    ? sql<boolean>`${stands} and ${revoked}`
    : sql<boolean>`${stands} and not ${revoked}`
}

const wordsOf = (typed = '') =>
  folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '')

/** As texts are stored that people look for: of letters with accents the letters, all small. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()

import { type RawBuilder, sql } from 'kysely'
import type { Reading } from '@naic/store/database/database.ts'
import { contains, patternOf, wordsOf } from '@naic/store/database/search-conditions.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
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
 */
export async function searchCertificates(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  filter: CertificateFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ certificates: ListedCertificate[]; total: number }> {
  const { read } = registry.database
  const { fitting, isFiltered } = await certificatesOf(registry, filter)
  const rows = await newestFirst(fitting)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const counted = isFiltered ? fitting : read.selectFrom('certificate')
  const count = counted.select(({ fn }) => fn.countAll<number | string>().as('count'))
  const isAll = page === 1 && rows.length < perPage
  const total = isAll ? rows.length : Number((await count.executeTakeFirst())?.count ?? 0)
  return { certificates: await listThese(registry, rows), total }
}

/** Reads all certificates of a filter, newest first, each checked; some at a time are in memory. */
export async function* walkCertificates(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  filter: CertificateFilter,
): AsyncGenerator<ListedCertificate[]> {
  const { fitting } = await certificatesOf(registry, filter)
  const pages = walkPages(
    newestFirst(fitting),
    (last) => sql`certificate.log_index < ${last.log_index}`,
  )
  for await (const rows of pages) yield await listThese(registry, rows)
}

/** With what the conditions are about, and no more: all rows are looked at. */
async function certificatesOf({ database }: Pick<Registry, 'database'>, filter: CertificateFilter) {
  let fitting = fittingRows(database.read)
  const conditions = conditionsOf(filter, await readKeys(database))
  for (const condition of conditions) fitting = fitting.where(condition)
  return { fitting, isFiltered: conditions.length > 0 }
}

const fittingRows = (read: Reading) =>
  read
    .selectFrom('certificate')
    .leftJoin('credential', 'credential.certificate_id', 'certificate.id')
    .leftJoin('erasure', 'erasure.certificate_id', 'certificate.id')
    .leftJoin('revocation', 'revocation.certificate_id', 'certificate.id')

const newestFirst = (fitting: ReturnType<typeof fittingRows>) =>
  fitting
    .select(['certificate.id', 'certificate.log_index'])
    .orderBy('certificate.log_index', 'desc')

async function listThese(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  rows: readonly { id: string }[],
): Promise<ListedCertificate[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const these = certificatesQuery(registry.database.read).where('certificate.id', 'in', ids)
  return listCertificates(registry, these.orderBy('certificate.log_index', 'desc'))
}

function conditionsOf(filter: CertificateFilter, keys: RegistryKeys): RawBuilder<boolean>[] {
  const { text, name, reference, college, since, until, state } = filter
  const words = (typed = '') => wordsOf(folded(typed))
  return [
    ...words(text).map(isSomewhere),
    ...words(name).map((word) => contains('credential.holder', word)),
    ...words(college).map((word) => contains('credential.college', word)),
    ...words(reference).map((word) => isCode('external_reference', word)),
    ...(since ? [sql<boolean>`credential.verified_on >= ${since}`] : []),
    ...(until ? [sql<boolean>`credential.verified_on <= ${until}`] : []),
    ...(state ? [isInState(state, keys)] : []),
  ]
}

/** As people write IDs and references: with or without hyphens, in any letter case. */
function isCode(column: 'id' | 'external_reference', word: string): RawBuilder<boolean> {
  const code = word.replaceAll('-', '')
  const stored = sql`lower(replace(${sql.ref(`certificate.${column}`)}, '-', ''))`
  return sql<boolean>`${code} <> '' and ${stored} like ${patternOf(code)} escape '\\'`
}

function isSomewhere(word: string): RawBuilder<boolean> {
  const day = readDay(word)
  const places = [
    contains('credential.holder', word),
    contains('credential.college', word),
    contains('credential.domain', word),
    isCode('external_reference', word),
    isCode('id', word),
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

/** As texts are stored that people look for: of letters with accents the letters, all small. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()

import { type RawBuilder, sql } from 'kysely'
import { contains, patternOf, wordsOf } from '@naic/store/database/search-conditions.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import { daysLater, readDay, startOfDay } from '@naic/store/sheets/indian-day.ts'
import { readKeys, type RegistryKeys, voidSpans } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { certificatesQuery, type ListedCertificate, listCertificates } from './find-certificate.ts'
import { type Standing, standingsQuery } from './stored-certificate.ts'

/** Which certificates are looked for; each that is given must fit. Capitals and accents make no difference. */
export type CertificateFilter = {
  /** Words, each somewhere in the name, ID, reference, college or domain, or a day that it names. */
  text?: string | undefined
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
  const fitting = await fittingRows(registry, filter)
  const newestFirst = fitting.orderBy('certificate.log_index', 'desc')
  const rows = await newestFirst
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const isAll = page === 1 && rows.length < perPage
  const count = fitting.clearSelect().select(({ fn }) => fn.countAll().as('count'))
  const total = isAll ? rows.length : Number((await count.executeTakeFirst())?.count ?? 0)
  return { certificates: await listThese(registry, rows), total }
}

/** Reads all certificates of a filter, newest first, each checked; some at a time are in memory. */
export async function* walkCertificates(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  filter: CertificateFilter,
): AsyncGenerator<ListedCertificate[]> {
  const pages = walkPages(
    (await fittingRows(registry, filter)).orderBy('certificate.log_index', 'desc'),
    (last) => sql`certificate.log_index < ${last.log_index}`,
  )
  for await (const rows of pages) yield await listThese(registry, rows)
}

/** All rows are looked at, so they have what the conditions are about and no more. */
async function fittingRows(
  { database }: Pick<Registry, 'database'>,
  { text = '', state }: CertificateFilter,
) {
  const all = standingsQuery(database.read).leftJoin(
    'credential',
    'credential.certificate_id',
    'certificate.id',
  )
  const found = wordsOf(folded(text)).reduce((rows, word) => rows.where(isSomewhere(word)), all)
  if (!state) return found
  return found.where(sql<boolean>`${standing(await readKeys(database))} = ${state}`)
}

async function listThese(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  rows: readonly { id: string }[],
): Promise<ListedCertificate[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const these = certificatesQuery(registry.database.read).where('certificate.id', 'in', ids)
  return listCertificates(registry, these.orderBy('certificate.log_index', 'desc'))
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
function standing(keys: RegistryKeys): RawBuilder<Standing> {
  const isVoid = voidSpans(keys).map(
    ({ from, to }) =>
      sql`when certificate.log_index >= ${from} and certificate.log_index < ${to ?? Number.MAX_SAFE_INTEGER} then 'void'`,
  )
  return sql`case when erased_at is not null then 'erased' ${sql.join(isVoid, sql` `)}
    when revoked_at is not null then 'revoked' else 'stands' end`
}

/** As texts are stored that people look for: of letters with accents the letters, all small. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()

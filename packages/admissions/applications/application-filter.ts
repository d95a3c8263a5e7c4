import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import * as v from 'valibot'
import { internships } from '@naic/content/internships-on-disk.ts'
import { type Application, domains, years } from '#forms/application-form.ts'
import { idsBeginning } from '#forms/reference.ts'
import { searchedFields, shownOfApplication } from '#forms/shown-fields.ts'
import {
  allOf,
  anyOf,
  columnContains,
  contains,
  idWithin,
  inSmallLetters,
  smallLettersContain,
  wordsOf,
} from '@naic/store/database/search-conditions.ts'
import type { Reading } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { daySamples, daysLater, readDay, startOfDay } from '@naic/store/sheets/indian-day.ts'
import { applicationStatuses } from './application-status.ts'
import { samePhone } from './admission-tables.ts'
import { plainTag, type Receipt, receipts, scores, storedTags } from './kept-facts.ts'

const unsent = (condition: Expression<SqlBool>) => sql<boolean>`application.id in (
  select about_id from letter where sent_at is null and about_kind = 'application' and ${condition})`
const letters = {
  refused: unsent(sql`held_at is null and last_failure is not null`),
  waits: unsent(sql`held_at is null and last_failure is null`),
  held: unsent(sql`held_at is not null`),
}

const among = <const Choice extends string>(choices: readonly Choice[]) =>
  v.optional(v.picklist(choices, `is none of ${choices.join(', ')}`))
const dayAsked = v.optional(
  v.pipe(v.string(), v.transform(readDay), v.string(`is no day such as ${daySamples}`)),
)
/** SQLite refuses a condition of a thousand words. */
const anyText = v.optional(v.pipe(v.string(), v.maxLength(500, 'is longer than 500 letters')))

/** Applications for which everything holds that is set here. What is wrong with a value is said after its name. */
export const applicationFilter = v.strictObject(
  {
    status: among(applicationStatuses),
    /** Its id in the catalogue, or "none" for applications without one. */
    internship: among([...internships.map(({ id }) => String(id)), 'none']),
    domain: among(domains),
    year: among(years),
    /** A part of it; capitals and spaces do not matter. */
    college: anyText,
    /** The first day on which they came in. */
    since: dayAsked,
    /** The last such day. */
    until: dayAsked,
    /**
     * Words in any order, each a part of an answer that is searched, of its telephone or the beginning of
     * its reference; capitals, spaces and how a telephone is written do not matter.
     */
    text: anyText,
    tag: v.optional(v.pipe(v.string(), v.transform(plainTag))),
    /** Who has it, or "none" for applications that nobody has. */
    assignee: anyText,
    /** With a plus for at least that. */
    score: among([...scores.flatMap((score) => [`${score}`, `${score}+`]), 'none']),
    /** What is not there yet; "certificate" finds completed ones without any. */
    missing: among([...receipts, 'certificate']),
    /** What has come in. */
    has: among(receipts),
    /** What became of a letter about it that did not go out. */
    letter: among(Object.keys(letters) as (keyof typeof letters)[]),
  },
  'is not asked for here',
)
export type ApplicationFilter = v.InferOutput<typeof applicationFilter>

/** An application without a row in that table was never changed. */
export const currentStatus = sql<string>`coalesce(application_status.status, 'received')`

/** The applications of a filter, each with its status; the caller adds columns, order and limit. */
export function applicationsOf(read: Reading, filter: ApplicationFilter) {
  const query = read
    .selectFrom('application')
    .leftJoin('application_status', 'application_status.application_id', 'application.id')
    .where(meets(filter))
  return filter.status ? query.where(currentStatus, '=', filter.status) : query
}

/** What a filter asks for, but for the status. */
function meets(filter: Omit<ApplicationFilter, 'status'>): Expression<SqlBool> {
  const { internship, domain, year, college, since, until, text } = filter
  const { tag, assignee, score } = filter
  const where = expressionBuilder<Tables, 'application'>()
  const conditions: Expression<SqlBool>[] = []
  if (internship === 'none') conditions.push(where('application.internship', 'is', null))
  else if (internship) conditions.push(where('application.internship', '=', internship))
  if (domain) conditions.push(where('domain', '=', domain))
  if (year) conditions.push(where('year', '=', year))
  if (since) conditions.push(where('received_at', '>=', startOfDay(since)))
  if (until) conditions.push(where('received_at', '<', startOfDay(daysLater(until, 1))))
  if (college) {
    const isTyped = columnContains('application.college', college, spaces)
    // Asked once of each name, and not of each application.
    conditions.push(sql`application.college in (
      with names as materialized (select distinct college from application)
      select application.college from names as application where ${isTyped})`)
  }
  if (text) conditions.push(saysEveryWord(text))
  if (tag) conditions.push(keeps(contains('tags', storedTags([tag]))))
  if (assignee === 'none') conditions.push(where.not(keeps(sql`assignee is not null`)))
  else if (assignee) conditions.push(keeps(sql`assignee = ${assignee}`))
  if (score === 'none') conditions.push(where.not(keeps(sql`score is not null`)))
  else if (score?.endsWith('+')) conditions.push(keeps(sql`score >= ${Number.parseInt(score)}`))
  else if (score) conditions.push(keeps(sql`score = ${Number(score)}`))
  if (filter.missing === 'certificate') conditions.push(lacksCertificate)
  else if (filter.missing) conditions.push(where.not(keeps(isReceived(filter.missing))))
  if (filter.has) conditions.push(keeps(isReceived(filter.has)))
  if (filter.letter) conditions.push(letters[filter.letter])
  return where.and(conditions)
}

const isReceived = (what: Receipt) => sql<boolean>`${sql.ref(`${what}_on`)} is not null`

/** Applications of which the office keeps what a condition says. */
const keeps = (condition: Expression<SqlBool>) =>
  sql<boolean>`application.id in (select application_id from application_kept where ${condition})`

/**
 * Completed, and no certificate was issued. A void one does not count, whose key was revoked before it
 * was retired; a revoked one does, since staff decide whether to issue another.
 */
const lacksCertificate = sql<boolean>`application.id in (
  select application_id from application_status as completed
  where completed.status = 'completed' and not exists (
    select 1 from certificate where external_reference = completed.certificate_reference
    and not exists (
      select 1 from key_revocation join registry_key on registry_key.name = key_revocation.name
      where registry_key.use = 'credentials' and certificate.log_index >= from_index
      and certificate.log_index >= registry_key.log_index and not exists (
        select 1 from registry_key as newer where newer.use = 'credentials'
        and newer.log_index > registry_key.log_index
        and newer.log_index <= certificate.log_index))))`

/** The usual one, and the one that keeps words together. */
const spaces = [' ', '\u00A0']

/**
 * @returns what a search looks into, as it is stored beside the answers: those that are searched, in small
 *   letters. A telephone is compared by itself, since people group its digits as they like.
 */
export const searchedText = (answers: Application): string =>
  searchedFields(shownOfApplication)
    .filter((field) => shownOfApplication[field].kind !== 'telephone')
    .map((field) => inSmallLetters(answers[field] ?? ''))
    .join('\n')

/** Digits with what people put between them stay together; anything else is words. */
const piecesOf = (text: string) => text.match(/(?<!\S)[+(]*\d[\d\s().+-]*(?!\S)|\S+/gu) ?? []

function saysEveryWord(text: string): Expression<SqlBool> {
  const everyPiece = piecesOf(text).map((piece) =>
    anyOf([allOf(wordsOf(piece).map(saysWord)), ...hasInPhone(piece)]),
  )
  return anyOf([allOf(everyPiece), ...idWithin('application.id', idsBeginning(text))])
}

const saysWord = (word: string) =>
  anyOf([
    smallLettersContain('application.searched', word),
    keeps(anyOf([columnContains('name', word), columnContains('email', word)])),
    ...idWithin('application.id', idsBeginning(word)),
  ])

/** A number of India with or without its code, a zero and signs. One digit says nothing. */
function hasInPhone(typed: string): RawBuilder<boolean>[] {
  const digits = typed
    .replaceAll(/\D/gu, '')
    .replace(/^0+/, '')
    .replace(/^91(?=\d{10}$)/, '')
  if (digits.length < 2 || /[^\d\s().+-]/u.test(typed)) return []
  return [sql<boolean>`${sql.raw(samePhone)} like ${`%${digits}%`}`]
}

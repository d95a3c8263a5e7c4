import { globSync, readFileSync } from 'node:fs'
import type home from '@naic/content/en/home.json'
import type phrases from '@naic/content/en/phrases.json'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import programme from '@naic/content/programme.json' with { type: 'json' }
import { categories } from '@naic/content/categories.ts'
import { fill } from '@naic/content/fill.ts'
import { languages } from '@naic/content/languages.ts'
import { paymentPhrase, weeksInAList } from '@naic/content/programme-facts.ts'

/** The words that texts may name in braces, such as `{documentationFee}`, with their values. */
export type Words = Readonly<Record<string, string>>

const inLetters = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ')

/**
 * A fact that several texts name is written once: in `content/programme.json`, in
 * `content/organisation.json`, or as the number of files in `content/internships/`. The fee comes with
 * what it is for, so that no text names it alone.
 *
 * @param language whose words they are put into: those that are phrases have their own in it.
 */
export function readWords(language = 'en'): Words {
  const { documentationFee, weeks } = programme
  const { items } = readContent<typeof home>('en/home.json').domains
  const own =
    language === 'en' ? undefined : readContent<typeof phrases>(`${language}/phrases.json`)
  return {
    documentationFee: own
      ? fill(own.documentationFee, { fee: documentationFee })
      : `documentation fee of ${documentationFee} for ${programme.feeCovers}`,
    howToPay: paymentPhrase(programme, own?.howToPay),
    hoursPerWeek: programme.hoursPerWeek,
    weeks: weeksInAList(own && language),
    weeksAtLeast: String(Math.min(...weeks)),
    weeksAtMost: String(Math.max(...weeks)),
    internships: String(globSync('content/internships/*.json').length),
    categories: String(categories.length),
    HomeDomainsInLetters: inLetters[items.length] ?? String(items.length),
    council: organisation.name,
    councilShort: organisation.shortName,
    registrationNumber: organisation.registrationNumber,
    connectedSince: String(organisation.connectedSince),
    city: organisation.headquarters.city,
    state: organisation.headquarters.state,
    privacyContact: organisation.privacyContact.role,
    privacyEmail: organisation.privacyContact.email,
    noticeVersion: longDay(notice.version),
  }
}

/** @param day such as "2026-11-22". @returns such as "22 November 2026". */
const longDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const readContent = <Content = Record<string, unknown>>(name: string) =>
  JSON.parse(readFileSync(`content/${name}`, 'utf8')) as Content

/** @returns the text with the words in it that it names in braces. An unknown name stays. */
export const withProgrammeWords = (text: string, words: Words = readWords()) =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)

/** Unknown names in braces, and facts that a text repeats instead of naming them. */
export const wrongWords = (text: string, words: Words): string[] => [
  ...repeated(text),
  ...Array.from(text.matchAll(/\{(\w+)\}/g))
    .filter(([, name = '']) => !(name in words))
    .map(
      ([braces]) => `${braces}: there is no such word. These are: ${Object.keys(words).join(', ')}`,
    ),
]

const ownWords = [
  [/₹\s?[\d,.]*\d/g, 'write {documentationFee}, or add the amount to programme.json'],
  [/\d+ ?[-–] ?\d+ hours/g, 'write {hoursPerWeek} hours'],
  [new RegExp(organisation.name, 'g'), 'write {council}'],
  [new RegExp(`${weeksInAList()} weeks`, 'g'), 'write {weeks} weeks'],
] as const

/** The facts of `programme.json` and `organisation.json` that a text says in its own words. */
export const repeated = (text: string): string[] =>
  ownWords.flatMap(([fact, otherwise]) =>
    Array.from(text.matchAll(fact), ([said]) => `${said}: ${otherwise}`),
  )

/** @returns the language of a file of `content/`. */
export const languageOfFile = (file: string) =>
  languages.find(({ code }) => file.includes(`content/${code}/`))?.code ?? 'en'

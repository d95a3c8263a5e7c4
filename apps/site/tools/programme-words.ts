import { existsSync, globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type home from '@naic/content/en/home.json'
import type organisation from '@naic/content/organisation.json'
import type notice from '@naic/content/privacy-notice.json'
import type programme from '@naic/content/programme.json'
import type phrases from '@naic/content/en/phrases.json'
import { fill } from '@naic/content/fill.ts'
import { categories } from '@naic/content/categories.ts'
import { feePhrase, paymentPhrase, weeksInAList } from '@naic/content/programme-wording.ts'
import { checkDataFile } from '@naic/content/read-data-file.ts'

/** The words that texts may name in braces, such as `{documentationFee}`, with their values. */
export type Words = Readonly<Record<string, string>>

/**
 * A fact that several texts name is written once: in `content/programme.json`, in
 * `content/organisation.json`, or as the number of files in `content/internships/`. Read from the
 * disk at each call, so that `npm run dev` sees a change.
 *
 * @returns each word; a whole number up to twenty also in letters, as `{weeksAtMostInLetters}`
 *   ("eight") and, to begin a sentence, `{WeeksAtMostInLetters}` ("Eight"). The fee comes with
 *   what it is for, so that no text names it alone.
 * @param language whose words they are put into: those that are phrases have their own in it.
 */
export function readWords(language = 'en'): Words {
  const { documentationFee, feeCovers, feePayment, hoursPerWeek, weeks } =
    readContent<typeof programme>('programme.json')
  const { name, shortName, connectedSince, headquarters, privacyContact, registrationNumber } =
    readContent<typeof organisation>('organisation.json')
  const { version } = readContent<typeof notice>('privacy-notice.json')
  const { domains } = readContent<typeof home>('en/home.json')
  const own =
    language === 'en' ? undefined : readContent<typeof phrases>(`${language}/phrases.json`)
  const [hoursAtLeast = '', hoursAtMost = ''] = hoursPerWeek.split('-')
  const words = {
    documentationFee: own
      ? fill(own.documentationFee, { fee: documentationFee })
      : feePhrase(documentationFee, feeCovers),
    howToPay: paymentPhrase(feePayment || own?.howToPay),
    hoursPerWeek,
    hoursAtLeast,
    hoursAtMost,
    weeks: weeksInAList(weeks, own ? language : undefined),
    weeksAtLeast: String(Math.min(...weeks)),
    weeksAtMost: String(Math.max(...weeks)),
    internships: String(globSync('content/internships/*.json').length),
    categories: String(categories.length),
    homeDomains: String(domains.items.length),
    council: name,
    councilShort: shortName,
    registrationNumber,
    connectedSince: String(connectedSince),
    city: headquarters.city,
    state: headquarters.state,
    privacyContact: privacyContact.role,
    privacyEmail: privacyContact.email,
    noticeVersion: longDay(version),
  }
  if (own) return words
  return Object.assign({}, words, ...Object.entries(words).map(([key, value]) => spelt(key, value)))
}

/** @param day such as "2026-11-22". @returns such as "22 November 2026". */
const longDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** @throws Error that names each mistake in the file. */
export function readContent<Content>(name: string): Content {
  // Of what is wrong in it the check of the content tells, and has to read on.
  const { data, mistakes } = checkDataFile(name, readFileSync(`content/${name}`, 'utf8'))
  if (data === undefined) throw new Error(mistakes.join('\n'))
  return data as Content
}

const numbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

function spelt(key: string, value: string): Words {
  const letters = /^\d+$/.test(value) ? numbers[Number(value)] : undefined
  if (!letters) return {}
  return { [`${key}InLetters`]: letters, [`${capital(key)}InLetters`]: capital(letters) }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** @returns the text with the words in it that it names in braces. An unknown name stays. */
export const withProgrammeWords = (text: string, words: Words = readWords()) =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)

/** Unknown names in braces, and facts that a text repeats instead of naming them. */
export function wrongWords(text: string, words: Words): string[] {
  const unknown = [...text.matchAll(/\{(\w+)\}/g)]
    .filter(([, name = '']) => !(name in words))
    .map(
      ([braces]) => `${braces}: there is no such word. These are: ${Object.keys(words).join(', ')}`,
    )
  return [...repeated(text, words), ...unknown]
}

/** The facts of `programme.json` and `organisation.json` that a text says in its own words. */
export function repeated(text: string, words: Words): string[] {
  const amounts = [...text.matchAll(/₹\s?[\d,.]*\d/g)].map(
    ([amount]) => `${amount}: write {documentationFee}, or add the amount to programme.json`,
  )
  const hours = [...text.matchAll(/\d+ ?[-–] ?\d+ hours/g)].map(
    ([range]) => `${range}: write {hoursPerWeek} hours`,
  )
  const others = [
    [words['council'] ?? '', '{council}'],
    [`${words['weeks']} weeks`, '{weeks} weeks'],
  ] as const
  return [
    ...amounts,
    ...hours,
    ...others.flatMap(([value, name]) => (text.includes(value) ? `${value}: write ${name}` : [])),
  ]
}

/** @returns the language of a file of `content/`: its folder's, where the folder is a language's. */
export function languageOfFile(file: string): string {
  const [, folder = 'en'] = /\/?content\/(\w+)\//.exec(file) ?? []
  return existsSync(`content/${folder}/phrases.json`) ? folder : 'en'
}

const isText = (id: string) => /\/content\/.*\.(json|md)$/.test(id.split('?')[0] ?? '')

/** Puts the words into every text that a page imports. */
export function programmeWordsPlugin(): Plugin {
  return {
    name: 'programme-words',
    enforce: 'pre',
    transform(code, id) {
      if (!isText(id)) return null
      return { code: withProgrammeWords(code, readWords(languageOfFile(id))), map: null }
    },
    // While developing, any text may name what has changed.
    hotUpdate({ type, file, modules }) {
      const isCounted = type !== 'update' && file.includes('/content/internships/')
      const isSource = /\/content\/(programme|organisation|en\/home|privacy-notice)\.json$/.test(
        file,
      )
      if (!isCounted && !isSource) return undefined
      const known = [...this.environment.moduleGraph.idToModuleMap.values()]
      return [...new Set([...modules, ...known.filter(({ id }) => id && isText(id))])]
    },
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { categories } from '@naic/content/categories.ts'
import { feePhrase, weeksInAList } from '@naic/content/programme-wording.ts'
import { siteMap } from '@naic/content/site-map.ts'

/** What texts may name in braces, such as `{documentationFee}`, with what then stands there. */
export type Words = Readonly<Record<string, string>>

type Internship = { id: number }
type Programme = {
  documentationFee: string
  feeCovers: string
  hoursPerWeek: string
  weeks: number[]
}
type Organisation = { name: string; shortName: string; connectedSince: number } & {
  headquarters: { city: string; state: string }
  privacyContact: { role: string; email: string }
}

/**
 * What holds in several texts stands once: in `content/programme.json`, in
 * `content/organisation.json`, or in the list of what there is, such as the files of
 * `content/internships/`. Read from the disk at each call, so that `npm run dev` sees a change.
 *
 * @returns each word; of a whole number up to twenty also the letters, as `{weeksAtMostInLetters}`
 *   ("eight") and, to begin a sentence, `{WeeksAtMostInLetters}` ("Eight"). The fee comes with
 *   what it is for, so that it is never named alone.
 */
export function readWords(): Words {
  const { documentationFee, feeCovers, hoursPerWeek, weeks } =
    readContent<Programme>('programme.json')
  const { name, shortName, connectedSince, headquarters, privacyContact } =
    readContent<Organisation>('organisation.json')
  const { version } = readContent<{ version: string }>('privacy-notice.json')
  const { domains } = readContent<{ domains: { items: unknown[] } }>('home.json')
  const [hoursAtLeast = '', hoursAtMost = ''] = hoursPerWeek.split('-')
  const words = {
    documentationFee: feePhrase(documentationFee, feeCovers),
    hoursPerWeek,
    hoursAtLeast,
    hoursAtMost,
    weeks: weeksInAList(weeks),
    weeksAtLeast: String(Math.min(...weeks)),
    weeksAtMost: String(Math.max(...weeks)),
    internships: String(readInternships<Internship>().length),
    categories: String(categories.length),
    homeDomains: String(domains.items.length),
    council: name,
    councilShort: shortName,
    connectedSince: String(connectedSince),
    city: headquarters.city,
    state: headquarters.state,
    privacyContact: privacyContact.role,
    privacyEmail: privacyContact.email,
    noticeVersion: longDay(version),
  }
  return Object.assign({}, words, ...Object.entries(words).map(([key, value]) => spelt(key, value)))
}

/** Every internship, in the order of the files' names. */
export function readInternships<Entry>(): Entry[] {
  const names = readdirSync('content/internships').filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => readContent<Entry>(`internships/${name}`))
}

/** The files that `readWords` reads, but for the internships. */
export const sourcesOfWords = [
  'programme.json',
  'organisation.json',
  'home.json',
  'privacy-notice.json',
] as const

/** @param day such as "2026-11-22". @returns such as "22 November 2026". */
const longDay = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const readContent = <Content>(name: string) =>
  JSON.parse(readFileSync(`content/${name}`, 'utf8')) as Content

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

type Listed = { id: number; title: string; duration: string }

/** The site map with the catalogue's internships in it. */
export const readSiteMap = () => siteMap(readInternships<Listed>().sort((a, b) => a.id - b.id))

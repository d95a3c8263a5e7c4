import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { categories, levels } from './categories.ts'
import { homeIcons } from './home-icons.ts'
import programmeData from './programme.json' with { type: 'json' }
import { listOf, plainText, signedText, someOf, text, textOfLength, year } from './schema-parts.ts'
import { hasAllWeeks, namesAllProjects, syllabus } from './syllabus-schemas.ts'

/**
 * The data files of this folder whose values have a form of their own. Every other file holds words,
 * and `mistakesInWords` is the one rule for them: which words a page needs, its imports tell `tsc`.
 * `npm run build` and `npm run check` stop at a mistake and name the file and the entry. Messages are
 * for somebody who edits words, not programs.
 */

const phone = v.pipe(text, v.regex(/^\+[\d ]{8,20}$/, 'must be a number such as +91 80 0000 0000'))
const email = v.pipe(text, v.email('must be an e-mail address'))
const webAddress = v.pipe(text, v.url('must be a web address beginning with https://'))

const organisation = v.strictObject({
  name: plainText,
  shortName: plainText,
  tagline: plainText,
  connectedSince: year,
  registrationNumber: plainText,
  headquarters: v.strictObject({
    street: plainText,
    city: plainText,
    state: plainText,
    postalCode: v.pipe(plainText, v.regex(/^\d{6}$/, 'must be six digits in quotes')),
    country: plainText,
  }),
  offices: v.array(v.strictObject({ city: plainText, address: plainText })),
  phones: v.strictObject({ main: phone, studentSupport: phone }),
  emails: v.strictObject({ general: email, support: email }),
  /** Who answers questions about personal data: a post, such as "Privacy Officer", and its address. */
  privacyContact: v.strictObject({ role: plainText, email }),
  social: v.array(v.strictObject({ name: plainText, url: webAddress })),
})

/** Which version of `legal/privacy.md` is in force: its day, and the text's own fingerprint. */
const privacyNotice = v.strictObject({
  version: v.pipe(text, v.isoDate('must be a day such as 2026-11-22')),
  digest: v.pipe(text, v.regex(/^[\da-f]{16}$/, 'must be 16 hex digits')),
})

const logo = v.pipe(
  text,
  v.regex(/^\/partners\/[a-z0-9-]+\.(svg|png|webp)$/, 'must look like /partners/some-name.svg'),
  v.check(
    (path) => existsSync(`apps/site/public${path}`),
    'there is no such picture in apps/site/public',
  ),
)
const partners = v.strictObject({
  companies: someOf(v.strictObject({ name: text, logo })),
  companyCount: text,
  colleges: someOf(text),
  collegeCount: text,
})

const durations = programmeData.weeks.map((weeks) => `${weeks} weeks`)

const internshipEntry = v.strictObject({
  id: v.pipe(
    v.number('must be a number without quotes'),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be 1 or more'),
  ),
  title: textOfLength(3, 60),
  category: v.picklist(categories, `must be one of ${categories.join(', ')}`),
  description: textOfLength(60, 160),
  duration: v.picklist(durations, `must be one of ${durations.join(', ')} (see programme.json)`),
  mode: v.literal('Virtual', 'must be "Virtual"'),
  /** What one must know before, in two words; the requirements say it in full. */
  level: v.picklist(levels, `must be one of ${levels.join(', ')}`),
  icon: v.pipe(text, v.emoji('must be an emoji'), v.graphemes(1, 'must be one emoji only')),
  featured: v.boolean('must be true or false, without quotes'),
  overview: listOf(text, 1),
  skills: listOf(signedText, 6),
  ...syllabus,
  requirements: listOf(text, 1),
  benefits: listOf(text, 1),
  // The window and search results add the council's short name, and cut after 60 characters.
  seoTitle: textOfLength(20, 52),
  seoDescription: textOfLength(120, 160),
  seoKeywords: textOfLength(20, 200),
})
type InternshipEntry = v.InferOutput<typeof internshipEntry>

const internship = v.pipe(
  internshipEntry,
  v.forward(
    v.check((entry: InternshipEntry) => hasAllWeeks(entry), 'must have an entry for each week'),
    ['weeks'],
  ),
  v.forward(
    v.check(
      (entry: InternshipEntry) => namesAllProjects(entry),
      'must name every project, and no other',
    ),
    ['weeks'],
  ),
)
export type Internship = v.InferOutput<typeof internship>

const programme = v.strictObject({
  pay: plainText,
  place: plainText,
  /** What the fee is for, to follow "a fee for". */
  feeCovers: plainText,
  documentationFee: v.pipe(
    text,
    v.regex(/^₹\d+$/, 'must be ₹ and a whole number, without a space'),
  ),
  hoursPerWeek: v.pipe(text, v.regex(/^\d+-\d+$/, 'must be a range such as 6-12')),
  /** How long an internship may be. */
  weeks: someOf(v.pipe(v.number('must be a number without quotes'), v.integer(), v.minValue(1))),
})

const sampleCertificate = v.strictObject({
  id: v.pipe(text, v.regex(/^NAIC25[A-Z0-9]{5}$/, 'must be NAIC25 and five letters or digits')),
  name: plainText,
  domain: v.picklist(
    [
      'Machine Learning',
      'Data Science',
      'Web Development',
      'Java Development',
      'Graphic Design',
      'Generative AI',
    ],
    'must be a domain of the samples',
  ),
  duration: v.literal('4 Weeks', 'must be "4 Weeks"'),
  status: v.literal('Verified', 'must be "Verified"'),
  verificationDate: v.pipe(text, v.isoDate('must be a day such as 2025-07-02')),
})

const sampleCertificates = v.pipe(
  v.array(sampleCertificate, 'must be a list in square brackets'),
  v.length(14, 'must have 14 entries'),
  v.check(
    (samples) => new Set(samples.map(({ id }) => id)).size === samples.length,
    'has an id twice',
  ),
)

const home = v.looseObject({
  domains: v.looseObject({
    items: v.array(
      v.looseObject({ icon: v.picklist(homeIcons, `must be one of: ${homeIcons.join(', ')}`) }),
    ),
  }),
  searchEngines: v.looseObject({ foundingYear: year }),
})

const taskPortal = v.looseObject({
  features: v.pipe(v.array(v.unknown()), v.length(3, 'must have three entries')),
})

/** The PDF is drawn without the build, which puts words into braces. */
const certificate = v.looseObject({ title: plainText, pdf: v.record(v.string(), plainText) })

/** By file name, or by folder for those whose files are all alike. */
export const contentSchemas: Record<string, v.GenericSchema> = {
  'certificate.json': certificate,
  'home.json': home,
  'internships/': internship,
  'organisation.json': organisation,
  'partners.json': partners,
  'privacy-notice.json': privacyNotice,
  'programme.json': programme,
  'sample-certificates.json': sampleCertificates,
  'task-portal.json': taskPortal,
}

/**
 * @param value of any data file.
 * @returns where a text or a list is empty, a text has markup, or an entry of a list has other
 *   names than the first: `{ place: ['figures', 1], message: 'must have …' }`.
 */
export function mistakesInWords(value: unknown, place: Place = []): Mistake[] {
  if (typeof value === 'string') {
    if (value.trim() === '') return [{ place, message: 'must not be empty' }]
    return /[<>]/.test(value) ? [{ place, message: 'must be without < and >' }] : []
  }
  if (value === null) return [{ place, message: 'must be text in quotes' }]
  if (typeof value !== 'object') return []
  const empty = Array.isArray(value) && value.length === 0
  return [
    ...(empty ? [{ place, message: 'must have at least 1 entry' }] : []),
    ...(Array.isArray(value) ? unlikeTheFirst(value, place) : []),
    ...Object.entries(value).flatMap(([key, inner]) =>
      mistakesInWords(inner, [...place, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

export type Place = readonly (string | number)[]
type Mistake = { place: Place; message: string }

function unlikeTheFirst(list: readonly unknown[], place: Place): Mistake[] {
  const [first = [], ...others] = list.map((entry) => Object.keys(Object(entry)).sort())
  if (list.some((entry) => typeof entry !== 'object')) return []
  return others.flatMap((names, at) =>
    String(names) === String(first)
      ? []
      : [{ place: [...place, at + 1], message: `must have ${first.join(', ')}, as the first has` }],
  )
}

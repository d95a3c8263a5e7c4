import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { categories, levels } from './categories.ts'
import {
  certificate,
  checkSeveral,
  sampleCertificates,
  verification,
} from './certificate-schemas.ts'
import {
  about,
  apply,
  contact,
  footer,
  home,
  internshipPage,
  internshipsPage,
  llms,
  sitemap,
  taskPortal,
} from './page-schemas.ts'
import programmeData from './programme.json' with { type: 'json' }
import { listOf, plainText, signedText, someOf, text, textOfLength, year } from './schema-parts.ts'
import { hasAllWeeks, namesAllProjects, syllabus } from './syllabus-schemas.ts'

/**
 * What every data file of this folder must look like. `npm run build` and `npm run check`
 * hold each file against its schema; a mistake stops them, naming the file and the entry.
 * Messages are for somebody who edits words, not programs.
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

const testimonials = someOf(
  v.strictObject({ name: text, role: text, college: text, content: text }),
)

const logo = v.pipe(
  text,
  v.regex(/^\/partners\/[a-z0-9-]+\.(svg|png|webp)$/, 'must look like /partners/some-name.svg'),
  v.check((path) => existsSync(`public${path}`), 'there is no such picture in the folder public'),
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

const faq = listOf(v.strictObject({ question: text, answer: text }), 1)

/**
 * By file name, or by folder for those whose files are all alike. A data file without an
 * entry here fails the check as well.
 */
export const contentSchemas: Record<string, v.GenericSchema> = {
  'about.json': about,
  'certificate.json': certificate,
  'check-several.json': checkSeveral,
  'apply.json': apply,
  'contact.json': contact,
  'footer.json': footer,
  'home.json': home,
  'internship-page.json': internshipPage,
  'internships-page.json': internshipsPage,
  'llms.json': llms,
  'sitemap.json': sitemap,
  'organisation.json': organisation,
  'partners.json': partners,
  'privacy-notice.json': privacyNotice,
  'programme.json': programme,
  'testimonials.json': testimonials,
  'faq.json': faq,
  'internships/': internship,
  'task-portal.json': taskPortal,
  'sample-certificates.json': sampleCertificates,
  'verification.json': verification,
}

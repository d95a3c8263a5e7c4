import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { homeIcons } from './home-icons.ts'
import { categories } from './categories.ts'

/**
 * What every data file of this folder must look like. `npm run build` and `npm run check`
 * hold each file against its schema; a mistake stops them, naming the file and the entry.
 * Messages are for somebody who edits words, not programs.
 */

const text = v.pipe(v.string('must be text in quotes'), v.trim(), v.nonEmpty('must not be empty'))
const phone = v.pipe(text, v.regex(/^\+[\d ]{8,20}$/, 'must be a number such as +91 80 0000 0000'))
const email = v.pipe(text, v.email('must be an e-mail address'))
const webAddress = v.pipe(text, v.url('must be a web address beginning with https://'))
const year = v.pipe(v.number('must be a year without quotes'), v.integer(), v.minValue(1900))

const organisation = v.strictObject({
  name: text,
  shortName: text,
  tagline: text,
  connectedSince: year,
  registrationNumber: text,
  headquarters: v.strictObject({
    street: text,
    city: text,
    state: text,
    postalCode: v.pipe(text, v.regex(/^\d{6}$/, 'must be six digits in quotes')),
    country: text,
  }),
  offices: v.array(v.strictObject({ city: text, address: text })),
  phones: v.strictObject({ main: phone, studentSupport: phone }),
  emails: v.strictObject({ general: email, support: email }),
  social: v.array(v.strictObject({ name: text, url: webAddress })),
})

const listOf = <Item extends v.GenericSchema>(item: Item, least: number) =>
  v.pipe(
    v.array(item, 'must be a list in square brackets'),
    v.minLength(least, `must have at least ${least} ${least === 1 ? 'entry' : 'entries'}`),
  )

const someOf = <Item extends v.GenericSchema>(item: Item) => listOf(item, 1)

const titled = v.strictObject({ title: text, text })
const figures = v.array(v.strictObject({ value: text, label: text }))

const home = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  hero: v.strictObject({ title: text, text, figures }),
  council: v.strictObject({ title: text, text, pillars: someOf(titled) }),
  domains: v.strictObject({
    title: text,
    text,
    items: someOf(
      v.strictObject({
        title: text,
        icon: v.picklist(homeIcons, `must be one of: ${homeIcons.join(', ')}`),
        description: text,
      }),
    ),
  }),
  why: v.strictObject({ title: text, text, benefits: someOf(titled) }),
  testimonials: v.strictObject({ title: text }),
  trust: v.strictObject({ title: text, badges: someOf(titled) }),
  companies: titled,
  colleges: titled,
  closing: titled,
  searchEngines: v.strictObject({ foundingYear: year, languages: someOf(text) }),
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

const about = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  hero: titled,
  story: v.strictObject({ title: text, figures, paragraphs: someOf(text) }),
  direction: v.strictObject({ title: text, mission: titled, vision: titled }),
  values: v.strictObject({ title: text, text, items: someOf(titled) }),
  impact: v.strictObject({ title: text, figures }),
  closing: titled,
})

/** A text whose length search results and cards have room for, in characters. */
const textOfLength = (least: number, most: number) =>
  v.pipe(
    text,
    v.check(
      (value) => value.length >= least && value.length <= most,
      ({ input }) => `must be ${least} to ${most} characters long, and has ${input.length}`,
    ),
  )

const internship = v.strictObject({
  id: v.picklist(
    Array.from({ length: 12 }, (_, index) => index + 1),
    'must be a number from 1 to 12, without quotes',
  ),
  title: textOfLength(3, 60),
  category: v.picklist(categories, `must be one of ${categories.join(', ')}`),
  description: textOfLength(60, 160),
  duration: v.picklist(
    ['4 weeks', '6 weeks', '8 weeks'],
    'must be "4 weeks", "6 weeks" or "8 weeks"',
  ),
  mode: v.literal('Virtual', 'must be "Virtual"'),
  icon: v.pipe(text, v.emoji('must be an emoji'), v.graphemes(1, 'must be one emoji only')),
  featured: v.boolean('must be true or false, without quotes'),
  overview: listOf(text, 1),
  skills: listOf(text, 6),
  projects: listOf(v.strictObject({ title: text, description: text }), 3),
  requirements: listOf(text, 1),
  benefits: listOf(text, 1),
  seoTitle: textOfLength(20, 60),
  seoDescription: textOfLength(70, 160),
  seoKeywords: textOfLength(20, 200),
})
export type Internship = v.InferOutput<typeof internship>

const programme = v.strictObject({
  documentationFee: v.pipe(text, v.regex(/^₹\d+$/, 'must be an amount such as ₹105')),
  hoursPerWeek: v.pipe(text, v.regex(/^\d+-\d+$/, 'must be a range such as 8-10')),
})

const faq = listOf(v.strictObject({ question: text, answer: text }), 1)

const verification = v.strictObject({
  intro: text,
  example: text,
  exampleCaption: text,
  unreachable: titled,
  looking: text,
  steps: v.array(titled),
})

const features = (words: Record<string, typeof text>) => v.strictObject({ name: text, ...words })
const outcomes = { passed: text, failed: text, unknown: text }

const certificate = v.strictObject({
  title: text,
  certifies: text,
  completed: text,
  signatory: text,
  verdicts: v.strictObject({
    verified: titled,
    revoked: titled,
    doubtful: titled,
    incomplete: titled,
    forged: titled,
    unchecked: titled,
  }),
  copyFailed: text,
  missing: v.strictObject({ log: text, status: text }),
  checks: v.strictObject(outcomes),
  features: v.strictObject({
    id: features({ ...outcomes, revoked: text }),
    signature: features(outcomes),
    log: features(outcomes),
  }),
  stamp: v.strictObject({ block: text, pending: text, failed: text, unknown: text, compare: text }),
  register: v.strictObject({ unchecked: text, revoked: text, unproven: text }),
  announced: v.strictObject({ verifying: text, unknown: text, result: text }),
  unavailable: titled,
  file: v.strictObject({
    title: text,
    text,
    hint: text,
    unreadable: text,
    otherDocument: text,
    several: text,
    receiptAlone: text,
  }),
})

const taskPortal = v.strictObject({
  intro: text,
  features: v.pipe(v.array(titled), v.length(3, 'must have three entries')),
  notSetUp: v.strictObject({ student: text, operator: text }),
})

const sampleCertificate = v.strictObject({
  id: v.pipe(text, v.regex(/^NAIC25[A-Z0-9]{5}$/, 'must be NAIC25 and five letters or digits')),
  name: text,
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

/**
 * By file name, or by folder for those whose files are all alike. A data file without an
 * entry here fails the check as well.
 */
export const contentSchemas: Record<string, v.GenericSchema> = {
  'about.json': about,
  'certificate.json': certificate,
  'home.json': home,
  'organisation.json': organisation,
  'partners.json': partners,
  'programme.json': programme,
  'testimonials.json': testimonials,
  'faq.json': faq,
  'internships/': internship,
  'task-portal.json': taskPortal,
  'sample-certificates.json': sampleCertificates,
  'verification.json': verification,
}

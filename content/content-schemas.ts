import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { categories, levels, likes } from './categories.ts'
import programmeData from './programme.json' with { type: 'json' }

/**
 * The data files of this folder whose values have a form of their own. Every other file holds words,
 * and `mistakesInWords` of `read-data-file.ts` is the one rule for them: their imports tell `tsc` which words a page needs.
 * `npm run build` and `npm run check` stop at a mistake and name the file and the entry. Messages are
 * for people who edit words, not programs.
 */

const text = v.pipe(v.string('must be text in quotes'), v.trim(), v.nonEmpty('must not be empty'))

/** A text that the program also reads as it is, without the build that puts words into braces. */
const plainText = v.pipe(text, v.regex(/^[^{}]*$/, 'must be without words in braces'))

/** A text that certificates say as it is, one line of a list each. */
const signedText = v.pipe(
  plainText,
  v.regex(/^(?!.*\*\*)[^<>\n\r\u2028\u2029]*$/, 'must be without line breaks, **, < and >'),
)

/** A text whose length search results and cards have room for, in characters. */
const textOfLength = (least: number, most: number) =>
  v.pipe(
    text,
    v.check(
      ({ length }) => length >= least && length <= most,
      ({ input }) => `must be ${least} to ${most} characters long, and has ${input.length}`,
    ),
  )

const listOf = <Item extends v.GenericSchema>(item: Item, least = 1, most = 50) => {
  const message = `must have ${least} to ${most} entries`
  const list = v.array(item, 'must be a list in square brackets')
  return v.pipe(list, v.minLength(least, message), v.maxLength(most, message))
}

const wholeNumber = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}, without quotes`
  const fits = (value: number) => Number.isInteger(value) && value >= least && value <= most
  return v.pipe(v.number(message), v.check(fits, message))
}

const oneOf = <Choices extends readonly string[]>(choices: Choices, where = '') =>
  v.picklist(choices, `must be one of ${choices.join(', ')}${where}`)

const phone = v.pipe(text, v.regex(/^\+[\d ]{8,20}$/, 'must be a number such as +91 80 0000 0000'))
const email = v.pipe(text, v.email('must be an email address'))

const organisation = v.strictObject({
  name: plainText,
  shortName: plainText,
  tagline: plainText,
  connectedSince: wholeNumber(1900, 2100),
  registrationNumber: plainText,
  headquarters: v.strictObject({
    street: plainText,
    city: plainText,
    state: plainText,
    postalCode: v.pipe(plainText, v.regex(/^\d{6}$/, 'must be six digits in quotes')),
    country: plainText,
  }),
  offices: listOf(plainText),
  phones: v.strictObject({ main: phone, studentSupport: phone }),
  emails: v.strictObject({ general: email, support: email }),
  /** Who answers questions about personal data: a post, such as "Privacy Officer", and its address. */
  privacyContact: v.strictObject({ role: plainText, email }),
  social: v.array(
    v.strictObject({
      name: plainText,
      url: v.pipe(text, v.url('must be a web address beginning with https://')),
    }),
  ),
})

/** Which version of `en/legal/privacy.md` is in force: its day, and the text's own fingerprint. */
const privacyNotice = v.strictObject({
  version: v.pipe(text, v.isoDate('must be a day such as 2026-11-22')),
  digest: text,
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
  companies: listOf(v.strictObject({ name: text, logo })),
  companyCount: text,
  colleges: listOf(text),
  collegeCount: text,
})

/** "" as long as the council has not said. */
const sentenceOrNothing = v.pipe(
  v.string('must be text in quotes'),
  v.regex(/^[^{}<>"\\\n]*$/, 'must be without line breaks, braces, <, > and double quotes'),
)

const programme = v.strictObject({
  pay: plainText,
  place: plainText,
  /** What the fee is for, to follow "a fee for". */
  feeCovers: plainText,
  /** When the fee is paid, such as "You pay once your internship is completed." */
  feeWhen: sentenceOrNothing,
  /** How it is paid, such as "We send you our UPI address." */
  feeHow: sentenceOrNothing,
  /** What one gets for it, such as "You get a receipt by email." */
  feeReceipt: sentenceOrNothing,
  documentationFee: v.pipe(
    text,
    v.regex(/^₹\d+$/, 'must be ₹ and a whole number, without a space'),
  ),
  hoursPerWeek: v.pipe(text, v.regex(/^\d+-\d+$/, 'must be a range such as 6-12')),
  weeks: listOf(wholeNumber(1, 52)),
})

/** What somebody may type, in small letters. */
const typed = listOf(
  v.pipe(
    plainText,
    v.check((value) => value === value.toLowerCase(), 'must be in small letters'),
  ),
)

const durations = programmeData.weeks.map((weeks) => `${weeks} weeks`)
const [leastHours = 0, mostHours = 0] = programmeData.hoursPerWeek.split('-').map(Number)

const internshipEntry = v.strictObject({
  id: wholeNumber(1, 9999),
  title: textOfLength(3, 60),
  category: oneOf(categories),
  description: textOfLength(60, 160),
  duration: oneOf(durations, ' (see programme.json)'),
  mode: v.literal('Virtual', 'must be "Virtual"'),
  /** What students must know before, in two words; the requirements say it in full. */
  level: oneOf(levels),
  icon: v.pipe(text, v.emoji('must be an emoji'), v.graphemes(1, 'must be one emoji only')),
  featured: v.boolean('must be true or false, without quotes'),
  /** What else people call it who search for it. */
  aliases: typed,
  /** What is not taught here, but is nearest to this. */
  alsoFor: typed,
  /** What somebody likes doing who may like this. */
  likes: listOf(oneOf(likes)),
  overview: listOf(text),
  skills: listOf(signedText, 6),
  // The syllabus: docs/decisions/041.
  prerequisites: listOf(textOfLength(10, 90), 1, 2),
  downloads: listOf(
    v.strictObject({
      name: textOfLength(3, 50),
      use: textOfLength(5, 50),
      /** Roughly what is fetched; 0 for a tool that runs in the browser. */
      megabytes: wholeNumber(0, 5000),
      /** Left out of the sum. */
      optional: v.optional(v.literal(true, 'must be true, or be left out')),
    }),
    1,
    6,
  ),
  downloadNote: textOfLength(20, 150),
  weeks: listOf(
    v.strictObject({
      title: textOfLength(3, 40),
      hours: wholeNumber(leastHours, mostHours),
      points: listOf(textOfLength(10, 75), 2, 3),
      /** Which projects it is for, counted from 1. */
      projects: listOf(wholeNumber(1, 9)),
    }),
  ),
  projects: listOf(
    v.strictObject({
      title: signedText,
      description: signedText,
      handIn: textOfLength(15, 95),
      /** What its drawing shows, for those who do not see it: content/finished/INTERNSHIP-PROJECT.svg */
      shows: textOfLength(20, 75),
      doneWhen: listOf(textOfLength(10, 95), 2, 3),
    }),
    3,
  ),
  requirements: listOf(text),
  benefits: listOf(text),
  // The window and search results add the council's short name, and cut after 60 characters.
  seoTitle: textOfLength(20, 52),
  seoDescription: textOfLength(120, 160),
  seoKeywords: textOfLength(20, 200),
})
export type Internship = v.InferOutput<typeof internshipEntry>

const internship = v.pipe(
  internshipEntry,
  v.forward(
    v.check(
      ({ duration, weeks }: Internship) => weeks.length === parseInt(duration, 10),
      'must have an entry for each week',
    ),
    ['weeks'],
  ),
  v.forward(
    v.check(({ weeks, projects }: Internship) => {
      const named = new Set(weeks.flatMap((week) => week.projects))
      return named.size === projects.length && Math.max(...named) === projects.length
    }, 'must name every project, and no other'),
    ['weeks'],
  ),
)

const faq = listOf(
  v.strictObject({
    question: text,
    answer: text,
    /** It is answered in the list of internships to those who search for this. */
    typed,
  }),
)

/** What a search means that is not an internship alone: docs/decisions/093-a-search-is-answered.md */
const searchAliases = v.strictObject({
  categories: v.record(oneOf(categories), typed),
  levels: v.record(oneOf(levels), typed),
  weeks: v.record(oneOf(programmeData.weeks.map(String), ' (see programme.json)'), typed),
  likes: v.record(oneOf(likes), typed),
  /** Those that only the application form offers. */
  domains: v.record(plainText, typed),
})

/** The pictures that a domain on the home page can have. */
const homeIcons = [
  'browser',
  'network',
  'pen',
  'terminal',
  'cup',
  'phone',
  'shield',
  'spark',
] as const
export type HomeIcon = (typeof homeIcons)[number]

const domain = v.looseObject({ icon: oneOf(homeIcons) })

/** By file name, or by folder if all its files are alike. */
export const contentSchemas: Record<string, v.GenericSchema> = {
  // The PDF is drawn without the build, which puts words into braces.
  'en/certificate.json': v.looseObject({ title: plainText }),
  'en/certificate-pdf.json': v.record(v.string(), plainText),
  'en/faq.json': faq,
  'en/home.json': v.looseObject({ domains: v.looseObject({ items: v.array(domain) }) }),
  'internships/': internship,
  'organisation.json': organisation,
  'partners.json': partners,
  'privacy-notice.json': privacyNotice,
  'programme.json': programme,
  'search-aliases.json': searchAliases,
}

import * as v from 'valibot'

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

const blurb = v.strictObject({ title: text, text })

const verification = v.strictObject({
  intro: text,
  example: text,
  exampleCaption: text,
  steps: v.array(blurb),
})

const taskPortal = v.strictObject({
  intro: text,
  features: v.pipe(v.array(blurb), v.length(3, 'must have three entries')),
  notSetUp: v.strictObject({ student: text, operator: text }),
})

/** By file name. A data file without an entry here fails the check as well. */
export const contentSchemas: Record<string, v.GenericSchema> = {
  'organisation.json': organisation,
  'task-portal.json': taskPortal,
  'verification.json': verification,
}

import { type Application, applicationLabels, applicationSchema } from './application-form.ts'
import { type ContactMessage, contactLabels, contactSchema } from './contact-form.ts'
import { type FieldOf, fieldsOf, type FormSchema } from './form-schema.ts'

/**
 * How the staff see and search each field of a sent form. Letters, lists, sheets, the desk, the command
 * line and the answer to people who ask for their data follow it. The site's pages do not load it.
 */
export type ShownField = {
  /** A shorter label than the form's, for columns. */
  short: string
  /** A "text" has several lines, and comes last. */
  kind: 'line' | 'text' | 'email' | 'telephone'
  /** Whether the staff's search covers it. */
  isSearched: boolean
}

export const shownOfApplication = {
  internship: { short: 'Internship', kind: 'line', isSearched: false },
  name: { short: 'Name', kind: 'line', isSearched: true },
  email: { short: 'Email', kind: 'email', isSearched: true },
  phone: { short: 'Phone', kind: 'telephone', isSearched: true },
  college: { short: 'College', kind: 'line', isSearched: true },
  year: { short: 'Year', kind: 'line', isSearched: false },
  domain: { short: 'Domain', kind: 'line', isSearched: false },
  linkedin: { short: 'LinkedIn', kind: 'line', isSearched: true },
  message: { short: 'Message', kind: 'text', isSearched: true },
} as const satisfies Record<keyof Application, ShownField>

export const shownOfMessage = {
  name: { short: 'Name', kind: 'line', isSearched: true },
  email: { short: 'Email', kind: 'email', isSearched: true },
  subject: { short: 'Subject', kind: 'line', isSearched: true },
  message: { short: 'Message', kind: 'text', isSearched: true },
} as const satisfies Record<keyof ContactMessage, ShownField>

/** An answer for people to read; null if an optional field was left blank. */
export type Fact = Pick<ShownField, 'short' | 'kind'> & {
  field: string
  label: string
  value: string | null
}

/** @returns all answers in the order of the form. */
export const applicationFacts = (answers: Application): Fact[] =>
  factsOf(applicationSchema, applicationLabels, shownOfApplication, answers)

export const messageFacts = (answers: ContactMessage): Fact[] =>
  factsOf(contactSchema, contactLabels, shownOfMessage, answers)

function factsOf<Schema extends FormSchema>(
  schema: Schema,
  labels: Record<FieldOf<Schema>, string>,
  shown: Record<FieldOf<Schema>, ShownField>,
  answers: Record<FieldOf<Schema>, string | null>,
): Fact[] {
  return fieldsOf(schema).map((field) => ({
    field,
    label: labels[field],
    short: shown[field].short,
    kind: shown[field].kind,
    value: answers[field],
  }))
}

export const searchedFields = <Field extends string>(shown: Record<Field, ShownField>): Field[] =>
  (Object.keys(shown) as Field[]).filter((field) => shown[field].isSearched)

/** Where a search looks, in words: "Name, Email, Subject or Message". */
export const searchedWords = <Field extends string>(shown: Record<Field, ShownField>): string =>
  anyOf.format(searchedFields(shown).map((field) => shown[field].short))

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

import * as v from 'valibot'

/**
 * The fields of a form in the order of the page, with their labels and rules. A field without a rule is no
 * text, such as a file or a box to tick; its form checks it.
 */
export type FormFields = Record<
  string,
  { label: string; rule?: v.GenericSchema<string, string | null> }
>

/** @returns the schema of all fields that have a rule, in their order. */
// @__NO_SIDE_EFFECTS__
export function schemaOf<Fields extends FormFields>(fields: Fields) {
  const rules = Object.entries(fields).flatMap(([field, { rule }]) => (rule ? [[field, rule]] : []))
  return v.object(Object.fromEntries(rules) as RulesOf<Fields>)
}

type RulesOf<Fields extends FormFields> = {
  [Field in keyof Fields as Fields[Field] extends { rule: unknown } ? Field : never]: NonNullable<
    Fields[Field]['rule']
  >
}

/** @returns what each field is called, in their order. */
// @__NO_SIDE_EFFECTS__
export const labelsOf = <Fields extends FormFields>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, { label }]) => [field, label])) as Record<
    keyof Fields & string,
    string
  >

/** The schema of a form. Every field is text; null if it was left blank. */
export type FormSchema = v.ObjectSchema<
  Record<string, v.GenericSchema<string, string | null>>,
  undefined
>

export type FieldOf<Schema extends FormSchema> = keyof Schema['entries'] & string

/** What is stored of each field: text, or null if the field is optional. */
export type Answers<Schema extends FormSchema> = {
  [Field in FieldOf<Schema>]:
    | string
    | (null extends v.InferOutput<Schema['entries'][Field]> ? null : never)
}

/**
 * @param answers checked against the schema.
 * @returns every answer, in the order of the schema. Ids are made from this (`contentId`): after a change of
 *   the order, the same form sent again would be stored a second time.
 */
export const answersInOrder = <Schema extends FormSchema>(
  schema: Schema,
  answers: Answers<Schema>,
): (string | null)[] => fieldsOf(schema).map((field) => answers[field])

/** The fields that may be left blank. They need not be sent then. */
export const optionalFields = <Schema extends FormSchema>(schema: Schema): FieldOf<Schema>[] =>
  fieldsOf(schema).filter((field) => v.is(schema.entries[field] as v.GenericSchema, ''))

/** How many letters each field may hold; of one to choose from, those of its longest choice. */
export const longestAnswers = <Schema extends FormSchema>(schema: Schema) =>
  Object.fromEntries(
    Object.entries(schema.entries).map(([field, rule]) => [field, longestOf(rule)]),
  ) as Record<FieldOf<Schema>, number>

/** A rule is made of others; the least of what they allow counts. */
function longestOf(rule: object): number {
  if ('pipe' in rule) return Math.min(...(rule.pipe as object[]).map(longestOf))
  if ('options' in rule) return Math.max(...(rule.options as string[]).map(({ length }) => length))
  return 'type' in rule && rule.type === 'max_length' && 'requirement' in rule
    ? Number(rule.requirement)
    : Infinity
}

/** The fields of a schema, in its order. */
export const fieldsOf = <Schema extends FormSchema>(schema: Schema) =>
  Object.keys(schema.entries) as FieldOf<Schema>[]

/** @returns only the answers of a row. */
export const answersOf = <Schema extends FormSchema>(schema: Schema, row: Answers<Schema>) =>
  Object.fromEntries(fieldsOf(schema).map((field) => [field, row[field]])) as Answers<Schema>

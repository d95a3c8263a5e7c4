import * as v from 'valibot'

/** A form as its schema has it: what each field may say. All is text; null is a field left blank. */
export type FormSchema = v.ObjectSchema<
  Record<string, v.GenericSchema<string, string | null>>,
  undefined
>

export type FieldOf<Schema extends FormSchema> = keyof Schema['entries'] & string

/** What is kept of each field: text, and null as well where the field is optional. */
export type Answers<Schema extends FormSchema> = {
  [Field in FieldOf<Schema>]:
    | string
    | (null extends v.InferOutput<Schema['entries'][Field]> ? null : never)
}

/**
 * @param answers checked against the schema.
 * @returns every answer, in the order of the schema. Ids are made from this (`contentId`): in
 *   another order, what is sent again after the change would be stored a second time.
 */
export const answersInOrder = <Schema extends FormSchema>(
  schema: Schema,
  answers: Answers<Schema>,
): (string | null)[] => fieldsOf(schema).map((field) => answers[field])

/** The fields that may be left blank. They need not be sent then. */
export const optionalFields = <Schema extends FormSchema>(schema: Schema): FieldOf<Schema>[] =>
  fieldsOf(schema).filter((field) => v.is(schema.entries[field] as v.GenericSchema, ''))

/** The fields of a schema, in its order. */
export const fieldsOf = <Schema extends FormSchema>(schema: Schema) =>
  Object.keys(schema.entries) as FieldOf<Schema>[]

import type { PostedForm } from '#app/server-context/load-context.ts'
import type { FieldErrors } from '@naic/admissions/forms/check.ts'
import { type FormSchema, optionalFields } from '@naic/admissions/forms/form-schema.ts'

type Form<Field extends string> = {
  schema: FormSchema
  labels: Record<Field, string>
  errors: FieldErrors<Field>
  /** What came of a plain form post that the page answers: what was typed is there again. */
  posted: PostedForm | undefined
}

/**
 * @returns what the control of a field gets from the form it is in. A field that the schema does
 *   not know, such as a file, is required.
 */
export function fieldsOfForm<Field extends string>({
  schema,
  labels,
  errors,
  posted,
}: Form<Field>) {
  const values = typedBefore(posted)
  const optional: readonly string[] = optionalFields(schema)
  return (name: Field) => ({
    name,
    label: labels[name],
    error: errors[name]?.[0],
    required: !optional.includes(name),
    ...(values[name] === undefined ? {} : { defaultValue: values[name] }),
  })
}

/** What was typed into a form that was posted plainly and not taken, by field. */
export const typedBefore = (posted: PostedForm | undefined): Record<string, string> =>
  posted && 'values' in posted ? posted.values : {}

/** The first error of each field, in the order of the form. */
export const errorsInOrder = <Field extends string>(
  labels: Record<Field, string>,
  errors: FieldErrors<Field>,
) =>
  (Object.keys(labels) as Field[]).flatMap((field): [Field, string][] => {
    const message = errors[field]?.[0]
    return message === undefined ? [] : [[field, message]]
  })

/** @returns what is typed in a form, by field; without files, and without some fields. */
export function typedTexts(data: FormData, except: readonly string[] = []): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of data) {
    if (typeof value === 'string' && !except.includes(name)) values[name] = value
  }
  return values
}

/** @returns the fields in which a file is chosen. An empty one holds a file without name and bytes. */
export const fieldsWithFile = (data: FormData): string[] =>
  [...data].flatMap(([name, value]) => (value instanceof File && value.name !== '' ? [name] : []))

import * as v from 'valibot'
import { type FieldOf, fieldsOf, type FormSchema } from './form-schema.ts'

/** What is wrong with each field, first message first. A field that is right has no entry. */
export type FieldErrors<Field extends string = string> = Partial<
  Record<Field, [string, ...string[]]>
>

/**
 * Checks what somebody typed against a form's schema, without side effects. A field that is left out counts
 * as one that was left blank.
 *
 * @returns the cleaned values, or the first message of each field that is wrong.
 */
export function check<Schema extends FormSchema>(
  schema: Schema,
  input: Readonly<Record<string, string | undefined>>,
):
  | { ok: true; value: v.InferOutput<Schema> }
  | { ok: false; errors: FieldErrors<FieldOf<Schema>> } {
  const complete = Object.fromEntries(fieldsOf(schema).map((field) => [field, input[field] ?? '']))
  const result = v.safeParse(schema, complete, { abortPipeEarly: true })
  if (result.success) return { ok: true, value: result.output }

  const errors: FieldErrors<FieldOf<Schema>> = {}
  for (const issue of result.issues) {
    const field = issue.path?.[0]?.key as FieldOf<Schema>
    errors[field] ??= [issue.message]
  }
  return { ok: false, errors }
}

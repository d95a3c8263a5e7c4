import * as v from 'valibot'

/**
 * Reads the body of a request.
 *
 * @throws an error that is answered with 400 and says what is wrong with it.
 */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, body)
  if (read.success) return read.output
  const [{ message }] = read.issues
  const place = v.getDotPath(read.issues[0])
  const sentence = `What was sent cannot be used${place ? `, for its "${place}"` : ''}. ${message}.`
  throw Object.assign(new Error(sentence), { statusCode: 400 })
}

const perPage = 100

/** @param page as it was asked for, from 1; what is no number is the first. */
export const askedPage = (page: string | undefined) => ({
  page: Math.max(1, Math.trunc(Number(page)) || 1),
  perPage,
})

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Right } from '#staff/roles.ts'
import type { DeskServices } from './desk-services.ts'

export type Query = { Querystring: Readonly<Record<string, string | undefined>> }
export type One = { Params: { id: string } }

export const optionalText = v.optional(v.string())

/** @throws an error that is answered with 400 and says what is wrong with the body. */
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

/** Who does something, as the journal names them; and to which one, if the address names it. */
export type By = { who: string; id: string }

/**
 * @param right what somebody needs for what is added.
 * @returns what adds something that the desk does: its address, what it takes of the body, and what does it.
 */
export const actionsFor =
  (api: FastifyInstance, services: DeskServices, right: Right) =>
  <Schema extends v.GenericSchema>(
    at: string,
    takes: Schema,
    does: (services: DeskServices, asked: v.InferOutput<Schema>, by: By) => unknown,
  ) =>
    api.post<One>(at, { config: { right } }, ({ body, person, params }) =>
      does(services, readBody(takes, body), { who: person.name, id: params.id }),
    )

/** No list has so many pages, and a database counts no further than 2^63. */
const lastPage = 1_000_000

/** @param page from 1, as asked for; anything but a number is the first. */
export const pageFrom = (page: string | undefined) => ({
  page: Math.min(lastPage, Math.max(1, Math.trunc(Number(page)) || 1)),
  perPage: 100,
})

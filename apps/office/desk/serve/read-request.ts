import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { applicationFilter } from '@naic/admissions/applications/application-filter.ts'
import { Refusal } from '@naic/house/web/refusal.ts'
import type { Right } from '#staff/roles.ts'
import type { SignedIn } from '#staff/sessions.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'

export type Query = { Querystring: Readonly<Record<string, string | undefined>> }
export type One = { Params: { id: string } }

export const toRead = { config: { right: 'read' } } as const

export const optionalText = v.optional(v.string())

/** The bytes of a file, which comes in Base64. */
export const fileInBase64 = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64')),
)

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
  throw new Refusal(400, sentence)
}

/** @returns an answer that refuses nothing. @throws what is answered with the status and the sentence that refuses. */
export function orRefused<Answer extends { state: string }>(status: number, answer: Answer) {
  if (answer.state !== 'refused') return answer as Exclude<Answer, { state: 'refused' }>
  throw new Refusal(status, (answer as unknown as { detail: string }).detail)
}

/**
 * @param given empty ones are not asked for.
 * @throws what is answered with 400 and says what is wrong with a value.
 */
export function filterFrom(given: Query['Querystring']) {
  const asked = Object.entries(given).filter(([, text]) => text?.trim())
  const read = v.safeParse(applicationFilter, Object.fromEntries(asked))
  if (read.success) return read.output
  const faults = read.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
  throw new Refusal(400, faults.join('; '))
}

/** Who does something, also as the journal names them; and to which one, if the address names it. */
export type By = { person: SignedIn; who: string; id: string }

/** @returns what adds something that the desk does: its address, what it takes of the body, and what does it. */
export const actionsFor =
  (api: FastifyInstance, services: DeskServices, right: Right | readonly Right[]) =>
  <Schema extends v.GenericSchema>(
    at: string,
    takes: Schema,
    does: (services: DeskServices, asked: v.InferOutput<Schema>, by: By) => unknown,
  ) =>
    api.post<One>(at, { config: { right } }, ({ body, person, params }) =>
      does(services, readBody(takes, body), { person, who: person.name, id: params.id }),
    )

type Sealed = { state: 'planned'; seal: string }
const sealed = v.object({ seal: v.string() })

/**
 * @returns what adds something that is done only as it was shown: at the address and "/plan" it is shown, with a seal;
 *   at the address alone it is done for somebody who sends the seal of what would be shown now. `otherwise` answers
 *   them if there is nothing to do.
 */
export const sealedActionsFor = (api: FastifyInstance, services: DeskServices, right: Right) => {
  const act = actionsFor(api, services, right)
  return <Schema extends v.GenericSchema, Shown extends { state: string }>(
    at: string,
    takes: Schema,
    shows: (services: DeskServices, asked: v.InferOutput<Schema>, by: By) => Promise<Shown>,
    does: (
      services: DeskServices,
      shown: Extract<Shown, Sealed>,
      asked: v.InferOutput<Schema>,
      by: By,
    ) => Promise<unknown>,
    otherwise: (shown: Shown) => unknown = (shown) => shown,
  ) => {
    act(`${at}/plan`, takes, shows)
    act(at, v.unknown(), async (_, body, by) => {
      const [asked, { seal }] = [readBody(takes, body), readBody(sealed, body)]
      const shown = await shows(services, asked, by)
      if (!isPlanned(shown)) return otherwise(shown)
      return isSameSeal(shown.seal, seal) ? does(services, shown, asked, by) : { state: 'changed' }
    })
  }
}

const isPlanned = <Shown extends { state: string }>(
  shown: Shown,
): shown is Extract<Shown, Sealed> => shown.state === 'planned'

/** No list has so many pages, and a database counts no further than 2^63. */
const lastPage = 1_000_000

/** @param page from 1, as asked for; anything but a number is the first. */
export const pageFrom = (page: string | undefined) => ({
  page: Math.min(lastPage, Math.max(1, Math.trunc(Number(page)) || 1)),
  perPage: 100,
})

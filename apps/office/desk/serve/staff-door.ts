import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Database } from '@naic/store/database/database.ts'
import { NetworkLimit } from '@naic/house/web/network-limit.ts'
import { tryAgain } from '@naic/house/web/refusal.ts'
import { Passkeys } from '#staff/passkeys.ts'
import { endSession, findSession, longestMs, type SignedIn } from '#staff/sessions.ts'
import type { OwnPasskey } from '../desk-api.ts'
import type { DeskMetrics } from './desk-metrics.ts'
import { type One, orRefused, readBody } from './read-request.ts'

/** Only over TLS, for this host alone, and never along with what another site sends or its script reads. */
const cookie = '__Host-desk'
const cookieOf = (secret: string, seconds: number) =>
  `${cookie}=${secret}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`
const inCookie = new RegExp(`(?:^|; ?)${cookie}=([\\w-]{43})(?:;|$)`)
const secretOf = ({ headers }: FastifyRequest) => inCookie.exec(headers.cookie ?? '')?.[1]

/** The page says by it that it asks by itself, and not because somebody did something. */
const byItself = 'x-desk-by-itself'

/** Ways to come in that one network address may try in a minute; an office has one for everybody. */
const triesPerMinute = 60

/** What a passkey answers has one or two thousand. Nobody has signed in who sends it. */
const longestAnswerBytes = 32 * 1024

/**
 * For the staff at their own computers: by a passkey, for a session that is kept in the database.
 *
 * @param deskUrl the desk's origin, by which browsers reach it through a proxy with TLS.
 */
export function staffDoor(database: Database, deskUrl: string, metrics: DeskMetrics | undefined) {
  const passkeys = new Passkeys(database, deskUrl)
  const tries = new NetworkLimit(triesPerMinute)

  async function personOf(request: FastifyRequest): Promise<SignedIn | undefined> {
    const secret = secretOf(request)
    if (!secret) return undefined
    const counts = request.headers[byItself] === undefined
    return findSession(database, secret, { now: new Date(), counts })
  }

  const toEnter = {
    config: { right: 'enter' },
    bodyLimit: longestAnswerBytes,
    /** Before the body is read. */
    async onRequest({ ip }: FastifyRequest) {
      const waitMs = tries.take(ip)
      if (waitMs === 0) return
      const sentence = `Too many have tried to come in from your network. Please try again in ${Math.ceil(waitMs / 1_000)} seconds.`
      throw tryAgain(429, sentence, waitMs)
    },
  } as const
  const letIn = (reply: FastifyReply, done: Awaited<ReturnType<Passkeys['signIn']>>) => {
    metrics?.triedToSignIn(done.state === 'refused' ? 'refused' : 'in')
    const { secret, name } = orRefused(403, done)
    reply.header('Set-Cookie', cookieOf(secret, longestMs / 1_000))
    return { name }
  }
  /** What somebody who has come in does about themselves. */
  const ofOneself = { config: { right: 'oneself' } } as const

  function addRoutes(api: FastifyInstance): void {
    api.post('/api/sign-in/options', toEnter, () => passkeys.toSignIn())
    api.post('/api/sign-in', toEnter, async (request, reply) => {
      const { response } = readBody(answered, request.body)
      return letIn(reply, await passkeys.signIn(response, new Date(), secretOf(request)))
    })
    api.post('/api/invitation/options', toEnter, async ({ body }) =>
      orRefused(403, await passkeys.toAccept(readBody(invitation, body).invitation, new Date())),
    )
    api.post('/api/invitation', toEnter, async (request, reply) => {
      const { invitation: secret, response } = readBody(accepted, request.body)
      return letIn(reply, await passkeys.accept(secret, response, new Date(), secretOf(request)))
    })

    api.post('/api/sign-out', ofOneself, async ({ person }, reply) => {
      await endSession(database, person)
      reply.header('Set-Cookie', cookieOf('', 0))
      return { state: 'out' }
    })
    api.get('/api/passkeys', ofOneself, async ({ person }): Promise<OwnPasskey[]> => {
      const own = await passkeys.list(person)
      return own.map((one) => Object.assign(one, { isInUse: one.id === person.passkeyId }))
    })
    api.post('/api/passkeys/options', ofOneself, ({ person }) => passkeys.toAdd(person))
    api.post('/api/passkeys', ofOneself, async ({ body, person }) =>
      orRefused(403, await passkeys.add(person, readBody(made, body).response, new Date())),
    )
    api.post<One>('/api/passkeys/:id/remove', ofOneself, async ({ params, person }) =>
      orRefused(403, await passkeys.remove(person, params.id, new Date())),
    )
  }
  return { personOf, addRoutes }
}

/** The library checks it to the last byte; here only that it can be looked at. */
const isSigned = (given: unknown) =>
  v.is(
    v.looseObject({ id: v.string(), response: v.looseObject({ clientDataJSON: v.string() }) }),
    given,
  )
const what = 'It is no answer of a passkey'
const answered = v.object({ response: v.custom<AuthenticationResponseJSON>(isSigned, what) })
const made = v.object({ response: v.custom<RegistrationResponseJSON>(isSigned, what) })
const invitation = v.object({ invitation: v.string() })
const accepted = v.object({ ...invitation.entries, ...made.entries })

import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import { ConstraintViolated, type Database } from '@naic/platform/database/database.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { newSession, type SignedIn } from './sessions.ts'
import { endOf, hashOf } from './staff.ts'

/**
 * Passkeys of the staff (WebAuthn, https://www.w3.org/TR/webauthn-3/). The browser signs a challenge of
 * ours together with the desk's origin, so that nothing that another site gets out of a person opens the
 * desk. Each asks for the person's finger, face or PIN.
 */

/** EdDSA, ES256 and RS256, which every authenticator has one of (COSE). */
const supportedAlgorithmIDs = [-8, -7, -257]

const rpName = 'The council’s desk'

/** More than the browser lets a person think it over. */
const challengeMs = 5 * 60_000
/** More are only asked for by somebody who means harm: the oldest are forgotten. */
const mostChallenges = 2_000

/** Each is good for one answer. */
class Challenges {
  readonly #waiting = new Map<string, { for: string; endsMs: number }>()

  /** @param use what it may be answered for, such as the id of a person who adds a passkey. */
  add(challenge: string, use: string): void {
    for (const [oldest] of this.#waiting) {
      if (this.#waiting.size < mostChallenges) break
      this.#waiting.delete(oldest)
    }
    this.#waiting.set(challenge, { for: use, endsMs: performance.now() + challengeMs })
  }

  /** @returns whether it was waiting for this; it waits no more. */
  take(challenge: string, use: string): boolean {
    const waiting = this.#waiting.get(challenge)
    this.#waiting.delete(challenge)
    return waiting?.for === use && waiting.endsMs > performance.now()
  }
}

/** What somebody reads who could not come in. Their reason is the person's to know, once they have proved who they are. */
const refusals = {
  'unknown invitation':
    'This invitation is not known. See whether the address is whole; a newer invitation replaces the one before.',
  'used invitation':
    'This invitation has been used. If it was you, sign in with the passkey that you made. If it was not, tell the person who runs the server at once.',
  'expired invitation':
    'This invitation was good for a day, which is over. Ask the person who runs the server for another.',
  'unknown passkey':
    'The desk does not know this passkey. Choose another of yours, or ask the person who runs the server for an invitation.',
  suspended:
    'You cannot work at the desk at present. The person who runs the server can say why, and change it.',
  late: 'That took too long, or the desk was started anew. Please try again.',
  'not signed': 'The passkey was not accepted. Please try again.',
  'there already': 'The desk has this passkey already. Sign in with it.',
  'signed out': 'You were signed out meanwhile, and nothing was added.',
  'last passkey': 'This is your only passkey. Add another before you remove it.',
} as const
type Why = keyof typeof refusals
type Refused = { state: 'refused'; detail: string }
const refused = (why: Why): Refused => ({ state: 'refused', detail: refusals[why] })

/** Came in: the session's secret, for the browser's cookie alone. */
type CameIn = { state: 'in'; secret: string; name: string }

export class Passkeys {
  readonly #database: Database
  readonly #origin: string
  readonly #challenges = new Challenges()

  /** @param deskUrl the desk's origin, for whose host alone the passkeys count. */
  constructor(database: Database, deskUrl: string) {
    this.#database = database
    this.#origin = deskUrl
  }

  /** What the browser is asked for, to sign in. */
  async toSignIn() {
    const options = await generateAuthenticationOptions({
      rpID: this.#rpID,
      userVerification: 'required',
    })
    this.#challenges.add(options.challenge, 'sign in')
    return options
  }

  /** @param before the secret of the session that this browser has; it ends. */
  async signIn(
    response: AuthenticationResponseJSON,
    now: Date,
    before?: string,
  ): Promise<CameIn | Refused> {
    const { read, atomic } = this.#database
    const [known] = await read
        .selectFrom('staff_passkey')
        .innerJoin('staff', 'staff.id', 'staff_passkey.staff_id')
        .selectAll('staff_passkey')
        .select(['staff.name', 'staff.suspended_at'])
        .where('staff_passkey.id', '=', response.id)
        .execute()
    if (!known) return refused('unknown passkey')
    let isLate = false
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) =>
        this.#challenges.take(challenge, 'sign in') || !(isLate = true),
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpID,
      requireUserVerification: true,
      credential: {
        id: known.id,
        publicKey: Buffer.from(known.public_key, 'base64url'),
        counter: Number(known.counter),
        transports: transportsIn(known.transports),
      },
    }).catch(() => undefined)
    if (isLate) return refused('late')
    if (!verified?.verified) return refused('not signed')
    if (known.suspended_at !== null) return refused('suspended')
    const person = { staffId: known.staff_id, passkeyId: known.id }
    const { secret, statements } = newSession(this.#database, person, { now, before })
    const used = {
      used_at: now.toISOString(),
      counter: String(verified.authenticationInfo.newCounter),
    }
    await atomic([
      tx.updateTable('staff_passkey').set(used).where('id', '=', known.id).compile(),
      ...statements,
    ])
    return { state: 'in', secret, name: known.name }
  }

  /** What the browser is asked for, to make the first passkey of somebody who was invited. */
  async toAccept(invitation: string, now: Date) {
    const invited = await this.#invited(invitation, now)
    if (invited.state === 'refused') return invited
    const { id, name } = invited
    return { state: 'invited' as const, name, options: await this.toAdd({ id, name }) }
  }

  /** Adds the passkey, and lets its owner in. @param before as `signIn` has it. */
  async accept(
    invitation: string,
    response: RegistrationResponseJSON,
    now: Date,
    before?: string,
  ): Promise<CameIn | Refused> {
    const { read, atomic } = this.#database
    const invited = await this.#invited(invitation, now)
    if (invited.state === 'refused') return invited
    const { id: staffId, name } = invited
    const made = await this.#verify(response, staffId)
    if (typeof made === 'string') return refused(made)
    const at = now.toISOString()
    const invitationId = hashOf(invitation)
    const person = { staffId, passkeyId: made.id }
    const { secret, statements } = newSession(this.#database, person, { now, before })
    try {
      await atomic([
        read
          .updateTable('staff_invitation')
          .set({ used_at: at, passkey_id: made.id })
          .where('id', '=', invitationId)
          .where('used_at', 'is', null)
          .compile(),
        // Of two answers to one invitation the second finds it taken: its passkey is nobody's, which the
        // table refuses, and nothing of the second is kept.
        sql`INSERT INTO staff_passkey (id, staff_id, public_key, counter, transports, added_at, used_at)
          VALUES (${made.id},
            (SELECT staff_id FROM staff_invitation WHERE id = ${invitationId} AND passkey_id = ${made.id}),
            ${made.public_key}, ${made.counter}, ${made.transports}, ${at}, ${at})`.compile(read),
        ...statements,
        enterDeed(this.#database, name, addedDeed, now),
      ])
    } catch (error) {
      if (!(error instanceof ConstraintViolated)) throw error
      const since = await this.#invited(invitation, now)
      return since.state === 'refused' ? since : refused('there already')
    }
    return { state: 'in', secret, name }
  }

  /** What the browser is asked for, to make one more passkey. */
  async toAdd({ id, name }: Pick<SignedIn, 'id' | 'name'>) {
    const options = await generateRegistrationOptions({
      rpName,
      rpID: this.#rpID,
      userID: new TextEncoder().encode(id),
      userName: name,
      userDisplayName: name,
      attestationType: 'none',
      supportedAlgorithmIDs,
      excludeCredentials: (await this.list({ id })).map((passkey) => ({ id: passkey.id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    this.#challenges.add(options.challenge, id)
    return options
  }

  async add(
    { id, name, sessionId }: SignedIn,
    response: RegistrationResponseJSON,
    now: Date,
  ): Promise<{ state: 'added' } | Refused> {
    const { read, atomic, read } = this.#database
    const made = await this.#verify(response, id)
    if (typeof made === 'string') return refused(made)
    const session = read.selectFrom('staff_session').where('id', '=', sessionId)
    // Without a session it is nobody's, which the table refuses.
    const staff_id = sql<string>`(${session.select('staff_id')})`
    const values = { ...made, staff_id, added_at: now.toISOString(), used_at: null }
    try {
      await atomic([
        // What ends the session at this moment, with the passkeys of a lost device, waits for this, or this for it.
        read
          .updateTable('staff_session')
          .set({ staff_id: id })
          .where('id', '=', sessionId)
          .compile(),
        tx.insertInto('staff_passkey').values(values).compile(),
        enterDeed(this.#database, name, addedDeed, now),
      ])
    } catch (error) {
      if (!(error instanceof ConstraintViolated)) throw error
      const [isIn] = await session.select('id').execute()
      return refused(isIn ? 'there already' : 'signed out')
    }
    return { state: 'added' }
  }

  /** @returns somebody's passkeys, oldest first. */
  list({ id }: Pick<SignedIn, 'id'>) {
    const { read } = this.#database
    return read
        .selectFrom('staff_passkey')
        .select(['id', 'added_at', 'used_at'])
        .where('staff_id', '=', id)
        .orderBy('added_at')
        .orderBy('id')
        .execute()
  }

  /** Removes a passkey, which ends the sessions that it began. The last one stays. */
  async remove(
    person: SignedIn,
    passkeyId: string,
    now: Date,
  ): Promise<{ state: 'removed' } | Refused> {
    const { read, atomic } = this.#database
    const own = await this.list(person)
    // Of somebody else, or removed before.
    if (!own.some(({ id }) => id === passkeyId)) return { state: 'removed' }
    const others = sql`SELECT id FROM staff_passkey WHERE staff_id = ${person.id} AND id <> ${passkeyId}`
    const all = tx.updateTable('staff_passkey').where('staff_id', '=', person.id)
    try {
      await atomic([
        // Who removes another of theirs at this moment waits for this: PostgreSQL would let both go on.
        all.set({ staff_id: person.id }).compile(),
        // The only one would be nobody's, which the table refuses.
        all
          .set({ staff_id: sql<string>`CASE WHEN EXISTS (${others}) THEN ${person.id} END` })
          .where('id', '=', passkeyId)
          .compile(),
        read
          .deleteFrom('staff_passkey')
          .where('id', '=', passkeyId)
          .where('staff_id', '=', person.id)
          .compile(),
        enterDeed(this.#database, person.name, { did: 'passkey remove' }, now),
      ])
    } catch (error) {
      if (error instanceof ConstraintViolated) return refused('last passkey')
      throw error
    }
    return { state: 'removed' }
  }

  get #rpID(): string {
    return new URL(this.#origin).hostname
  }

  async #invited(invitation: string, now: Date) {
    const { read } = this.#database
    const [found] = await read
        .selectFrom('staff_invitation')
        .innerJoin('staff', 'staff.id', 'staff_invitation.staff_id')
        .select(['staff.id', 'name', 'suspended_at', 'made_at', 'used_at'])
        .where('staff_invitation.id', '=', hashOf(invitation))
        .execute()
    if (!found) return refused('unknown invitation')
    if (found.used_at !== null) return refused('used invitation')
    if (endOf(found.made_at) < now.toISOString()) return refused('expired invitation')
    if (found.suspended_at !== null) return refused('suspended')
    return { state: 'invited' as const, id: found.id, name: found.name }
  }

  /** @returns the columns of the passkey that a browser has made, or why it is not taken. */
  async #verify(response: RegistrationResponseJSON, staffId: string) {
    let isLate = false
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) =>
        this.#challenges.take(challenge, staffId) || !(isLate = true),
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }).catch(() => undefined)
    if (isLate) return 'late'
    if (!verified?.verified) return 'not signed'
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
    return {
      id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter: String(counter),
      transports: transports.join(' '),
    }
  }
}

const addedDeed = { did: 'passkey add' }

const transportsIn = (stored: string) =>
  stored.split(' ').filter(Boolean) as NonNullable<WebAuthnCredential['transports']>

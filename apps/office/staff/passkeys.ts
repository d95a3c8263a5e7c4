import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Database, Reading, Transaction } from '@naic/store/database/database.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { beginSession, type SignedIn } from './sessions.ts'
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
  'not accepted': 'The passkey was not accepted, or that took too long. Please try again.',
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
    const { read, write } = this.#database
    const [known] = await read
      .selectFrom('staff_passkey')
      .innerJoin('staff', 'staff.id', 'staff_passkey.staff_id')
      .selectAll('staff_passkey')
      .select(['staff.name', 'staff.suspended_at'])
      .where('staff_passkey.id', '=', response.id)
      .execute()
    if (!known) return refused('unknown passkey')
    const verified = await verifyAuthenticationResponse({
      ...this.#expected('sign in'),
      response,
      credential: {
        id: known.id,
        publicKey: Buffer.from(known.public_key, 'base64url'),
        counter: Number(known.counter),
      },
    }).catch(() => undefined)
    if (!verified?.verified) return refused('not accepted')
    if (known.suspended_at !== null) return refused('suspended')
    const person = { staffId: known.staff_id, passkeyId: known.id }
    const used = {
      used_at: now.toISOString(),
      counter: String(verified.authenticationInfo.newCounter),
    }
    const secret = await write(async (transaction) => {
      await transaction.updateTable('staff_passkey').set(used).where('id', '=', known.id).execute()
      return beginSession(transaction, person, { now, before })
    })
    return { state: 'in', secret, name: known.name }
  }

  /** What the browser is asked for, to make the first passkey of somebody who was invited. */
  async toAccept(invitation: string, now: Date) {
    const invited = await invitedBy(this.#database.read, invitation, now)
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
    const { read, write } = this.#database
    const invited = await invitedBy(read, invitation, now)
    if (invited.state === 'refused') return invited
    const made = await this.#verify(response, invited)
    if (!made) return refused('not accepted')
    const used_at = now.toISOString()
    return write(async (transaction) => {
      // Of two answers to one invitation the second finds it used.
      const still = await invitedBy(transaction, invitation, now)
      if (still.state === 'refused') return still
      const added = await addPasskey(transaction, invited, { ...made, used_at }, now)
      if (added.state === 'refused') return added
      await transaction
        .updateTable('staff_invitation')
        .set({ used_at })
        .where('id', '=', hashOf(invitation))
        .execute()
      const person = { staffId: invited.id, passkeyId: made.id }
      const secret = await beginSession(transaction, person, { now, before })
      return { state: 'in', secret, name: invited.name }
    })
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
    person: SignedIn,
    response: RegistrationResponseJSON,
    now: Date,
  ): Promise<{ state: 'added' } | Refused> {
    const made = await this.#verify(response, person)
    if (!made) return refused('not accepted')
    return this.#database.write(async (transaction) => {
      const session = transaction
        .selectFrom('staff_session')
        .select('id')
        .where('id', '=', person.sessionId)
      if (!(await session.executeTakeFirst())) return refused('signed out')
      return addPasskey(transaction, person, { ...made, used_at: null }, now)
    })
  }

  /** @returns somebody's passkeys, oldest first. */
  list(person: Pick<SignedIn, 'id'>) {
    return passkeysOf(this.#database.read, person)
  }

  /** Removes a passkey, which ends the sessions that it began. The last one stays. */
  remove(person: SignedIn, passkeyId: string, now: Date): Promise<{ state: 'removed' } | Refused> {
    return this.#database.write(async (transaction) => {
      const own = await passkeysOf(transaction, person)
      // Of somebody else, or removed before.
      if (!own.some(({ id }) => id === passkeyId)) return { state: 'removed' }
      if (own.length === 1) return refused('last passkey')
      await transaction.deleteFrom('staff_passkey').where('id', '=', passkeyId).execute()
      await enterDeed(transaction, person.name, { did: 'passkey remove' }, now)
      return { state: 'removed' }
    })
  }

  get #rpID(): string {
    return new URL(this.#origin).hostname
  }

  /** @param use what the challenge must have been made for. */
  #expected(use: string) {
    return {
      expectedChallenge: (challenge: string) => this.#challenges.take(challenge, use),
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpID,
      requireUserVerification: true,
    }
  }

  /** @returns the columns of the passkey that somebody's browser has made; undefined if it is not taken. */
  async #verify(response: RegistrationResponseJSON, { id: staffId }: Pick<SignedIn, 'id'>) {
    const verified = await verifyRegistrationResponse({
      ...this.#expected(staffId),
      response,
      supportedAlgorithmIDs,
    }).catch(() => undefined)
    if (!verified?.verified) return undefined
    const { id, publicKey, counter } = verified.registrationInfo.credential
    return {
      id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter: String(counter),
    }
  }
}

const passkeysOf = (read: Reading, { id }: Pick<SignedIn, 'id'>) =>
  read
    .selectFrom('staff_passkey')
    .select(['id', 'added_at as addedAt', 'used_at as usedAt'])
    .where('staff_id', '=', id)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

async function addPasskey(
  transaction: Transaction,
  { id, name }: Pick<SignedIn, 'id' | 'name'>,
  made: { id: string; public_key: string; counter: string; used_at: string | null },
  now: Date,
): Promise<{ state: 'added' } | Refused> {
  const values = { ...made, staff_id: id, added_at: now.toISOString() }
  const insert = transaction.insertInto('staff_passkey').values(values)
  const { numInsertedOrUpdatedRows: added } = await insert
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!added) return refused('there already')
  await enterDeed(transaction, name, { did: 'passkey add' }, now)
  return { state: 'added' }
}

async function invitedBy(read: Reading, invitation: string, now: Date) {
  const found = await read
    .selectFrom('staff_invitation')
    .innerJoin('staff', 'staff.id', 'staff_invitation.staff_id')
    .select(['staff.id', 'name', 'suspended_at', 'made_at', 'used_at'])
    .where('staff_invitation.id', '=', hashOf(invitation))
    .executeTakeFirst()
  if (!found) return refused('unknown invitation')
  if (found.used_at !== null) return refused('used invitation')
  if (endOf(found.made_at) < now.toISOString()) return refused('expired invitation')
  if (found.suspended_at !== null) return refused('suspended')
  return { state: 'invited' as const, id: found.id, name: found.name }
}

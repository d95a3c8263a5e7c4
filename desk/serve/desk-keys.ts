import { createHash, randomBytes } from 'node:crypto'

/**
 * Who may use the desk: whoever opens the address that the terminal shows. Its token opens it once,
 * for a session that is kept here alone and ends with the process. Nothing of it is a cookie, which a
 * browser would also bring to any other program that listens on this machine.
 */
export class DeskKeys {
  /** The hash of the newest token that nobody has used. */
  #unused: string | undefined
  /** Hashes of the sessions. */
  readonly #sessions = new Set<string>()

  /** @returns a new token; the one before it opens nothing any more. */
  newToken(): string {
    const token = randomBytes(32).toString('base64url')
    this.#unused = hashOf(token)
    return token
  }

  /** Whether it would open the desk now. */
  isToken(given: string): boolean {
    return hashOf(given) === this.#unused
  }

  /** @returns a session for a token that was not used yet; undefined for any other. */
  open(token: string): string | undefined {
    if (!this.isToken(token)) return undefined
    this.#unused = undefined
    const session = randomBytes(32).toString('base64url')
    this.#sessions.add(hashOf(session))
    return session
  }

  isSession(given: string): boolean {
    return this.#sessions.has(hashOf(given))
  }
}

/** Compared are hashes, so that the time it takes says nothing about what they are of. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

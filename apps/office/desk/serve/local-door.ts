import { createHash, randomBytes } from 'node:crypto'
import { everyRight } from '#staff/roles.ts'
import type { Door } from './desk-gate.ts'

/** Headers for a session and for a token: no form and no link can send them. */
const sessionHeader = 'x-desk-session'
const tokenHeader = 'x-desk-token'

/**
 * For the one person at this machine who opens the address that the terminal shows. Its token opens the desk
 * once, for a session that only this process knows and that ends with it. There is no cookie: a browser
 * would also send it to every other program that listens on this machine.
 *
 * @param account the person's account on the machine, who may do everything.
 */
export function localDoor(account: string): Door & { newToken(): string } {
  /** Hash of the newest token, as long as nobody has used it. */
  let unused: string | undefined
  const sessions = new Set<string>()
  const person = { name: account, rights: everyRight }
  const isToken = (given: unknown) => typeof given === 'string' && hashOf(given) === unused

  return {
    /** @returns a new token. The one before it no longer opens the desk. */
    newToken() {
      const token = randomBytes(32).toString('base64url')
      unused = hashOf(token)
      return token
    },
    /** Behind a tunnel (`ssh -L`) the port may be another. */
    isOwnHost: (host) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host),
    originAt: (host) => `http://${host}`,
    personOf({ headers: { [sessionHeader]: given } }) {
      return typeof given === 'string' && sessions.has(hashOf(given)) ? person : undefined
    },
    mayEnter: ({ headers }) => isToken(headers[tokenHeader]),
    notIn,
    addRoutes(api) {
      api.post('/api/session', { config: { right: 'enter' } }, ({ headers }, reply) => {
        // Somebody else may have used it since the request began.
        if (!isToken(headers[tokenHeader])) return reply.code(401).send(notIn)
        unused = undefined
        const session = randomBytes(32).toString('base64url')
        sessions.add(hashOf(session))
        return { session }
      })
    },
  }
}

const notIn = { detail: 'This desk was not opened here.', door: 'this machine' } as const

/** Hashes are compared, so that the time it takes says nothing about the secrets. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

import { asha, ashasParts, textPart } from '#test/support/ashas-form.ts'
import { applyApi, multipart } from '#test/support/start-api.ts'

/** Both forms, and both ways into each. */
export const waysIn = [applyApi, '/apply', '/api/contact/', '/contact']

/** Whom the log of a proxy in front would name for all of this. */
export const attacker = '203.0.113.66'

/** One or more requests, as bytes on a connection of their own. */
export type HostileRequest = {
  /** Sent one after another, with so much time between them. */
  pieces: Buffer[]
  pauseMs?: number | undefined
  /** Whether the server may rightly wait for more; the sender then says that there is none. */
  isCut?: boolean
  /** Whether the first is HEAD, whose answer has no body. */
  isHead?: boolean
}

export const boundary = 'between-parts'
export const rightType = `multipart/form-data; boundary=${boundary}`

/** A message to the council that is right, part by part. */
const messageParts = () =>
  Object.entries({
    name: asha.name,
    email: asha.email,
    subject: 'A question about projects',
    message: 'May two of us work on one project?\r\nWe study together.',
  }).map(([name, value]) => textPart(name, value))

/** The parts that a way in asks for, all of them right. */
export const rightParts = (way: string) =>
  way.includes('contact') ? messageParts() : [...ashasParts(), textPart('agreeToTerms', 'on')]

export const rightBody = (way: string) => multipart(rightParts(way), boundary)

type Head = {
  method?: string
  version?: string
  /** Undefined for the body's own; null for none. */
  length?: number | string | null
  type?: string | null
  host?: string | null
  /** Whom the proxy names. */
  from?: string
  /** More lines of the head. */
  lines?: readonly string[]
}

/** The head and the body of a request in which anything may be wrong. */
export function request(target: string, body: Buffer, head: Head = {}): Buffer {
  const {
    method = 'POST',
    version = 'HTTP/1.1',
    host = 'localhost',
    from = attacker,
    lines = [],
  } = head
  const { length = body.length, type = rightType } = head
  const all = [
    `${method} ${target} ${version}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    `X-Forwarded-For: ${from}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...lines,
  ]
  return Buffer.concat([Buffer.from(`${all.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

/** For failures: the bytes as they may be put into a test again. */
export const inWords = ({ pieces }: HostileRequest) => {
  const words = JSON.stringify(pieces.map((piece) => piece.toString('latin1')))
  return words.length > 6_000 ? `${words.slice(0, 3_000)} … ${words.slice(-3_000)}` : words
}

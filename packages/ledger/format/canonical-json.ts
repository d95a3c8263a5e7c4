import { type Bytes, utf8 } from './bytes.ts'

/**
 * JSON in its one canonical form (RFC 8785): what is hashed and signed must be the same bytes everywhere.
 *
 * @throws TypeError for anything that JSON cannot say: a lone surrogate, NaN, undefined.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('A number must be finite.')
    // ECMAScript's own way to write a number is the RFC's.
    return JSON.stringify(value)
  }
  if (typeof value === 'string') return canonicalString(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}.`)
  const members = Object.entries(value)
    // By UTF-16 code units, as ECMAScript compares strings. The oldest browsers here have no `toSorted`.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${canonicalString(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

function canonicalString(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('A text must not hold half a character.')
  return JSON.stringify(text)
}

/** The canonical form as UTF-8. */
export const canonicalBytes = (value: unknown): Bytes => utf8(canonicalJson(value))

/** As `canonicalBytes`, for what a stranger sent: undefined for what has no canonical form. */
export function readCanonicalBytes(value: unknown): Bytes | undefined {
  try {
    return canonicalBytes(value)
  } catch {
    // Half a character, or more levels than the stack has room for.
    return undefined
  }
}

/** As `JSON.parse`, where nothing signed is read: undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Levels of objects and lists; a credential has eight at most. */
const deepest = 64

/**
 * Reads JSON that a stranger sent. RFC 8785 is for I-JSON (RFC 7493), in which no name is there twice
 * in one object: `JSON.parse` keeps the last value and other programs the first, so that one signature
 * would be right for two readings.
 *
 * @throws SyntaxError for what is no JSON and for too many levels; TypeError for a name that is there twice.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // In JSON a colon outside of texts is a member. One that another took the place of is missing.
  const written = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1
  if (written !== countMembers(value)) throw new TypeError('A name is there twice in one object.')
  return value
}

function countMembers(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null) return 0
  if (level === deepest) throw new SyntaxError('There are too many levels.')
  const members = Object.values(value)
  return members.reduce<number>(
    (count, member) => count + countMembers(member, level + 1),
    Array.isArray(value) ? 0 : members.length,
  )
}

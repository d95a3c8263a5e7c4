/** Levels of objects and lists; a credential has eight at most. */
const deepest = 64

/**
 * Reads JSON that a stranger sent. RFC 8785 is for I-JSON (RFC 7493), in which no name stands twice
 * in one object: `JSON.parse` keeps the last value and other programs the first, so that one signature
 * would be right for two readings.
 *
 * @throws SyntaxError for what is no JSON, for a name that stands twice, and for too many levels.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // In JSON a colon outside of texts is a member. One that another took the place of is missing.
  const written = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1
  if (written !== countMembers(value)) throw new SyntaxError('A name stands twice in one object.')
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

/**
 * The reference of an application or a message, for letters and the telephone: NAIC-7F3K-92QD. It is the
 * first 40 bits of the id in Crockford's Base32, which has no I, L, O and U. So it needs no column, and
 * the primary key finds its row. Two of ten million may share one; a look-up then gives both.
 */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** @param id a UUID. @returns its reference, such as "NAIC-7F3K-92QD"; another id as it is. */
export function referenceOf(id: string): string {
  const [, ...hex] = /^([\da-f]{8})-([\da-f]{2})/.exec(id) ?? []
  if (hex.length === 0) return id
  const usual = Number.parseInt(hex.join(''), 16).toString(32).padStart(8, '0')
  const said = usual.replaceAll(/./g, (digit) => digits.charAt(Number.parseInt(digit, 32)))
  return `NAIC-${said.slice(0, 4)}-${said.slice(4)}`
}

/**
 * Reads a reference as people type it: in small letters, without hyphens, with O for 0 and I or L for 1.
 *
 * @returns the first and the last id that it may stand for; undefined if it is no reference.
 */
export const idsOf = (reference: string) => {
  const said = saidBy(reference)
  return said?.length === 8 ? idsFrom(said) : undefined
}

/** @returns the same of the beginning of a reference: four signs of it, or NAIC and one. */
export function idsBeginning(typed: string): { first: string; last: string } | undefined {
  const said = saidBy(typed)
  const isEnough = said !== undefined && (said.length >= 4 || /^\s*naic/i.test(typed))
  return isEnough ? idsFrom(said) : undefined
}

/** @returns one to eight digits; undefined for anything else. */
function saidBy(typed: string): string | undefined {
  const bare = typed.toUpperCase().replaceAll(/[\s-]/g, '').replace(/^NAIC/, '')
  const said = bare.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{1,8}$/.test(said) ? said : undefined
}

function idsFrom(said: string) {
  const begin = (filler: string) => {
    const usual = Array.from(said.padEnd(8, filler), (digit) => digits.indexOf(digit).toString(32))
    const hex = Number.parseInt(usual.join(''), 32).toString(16).padStart(10, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}`
  }
  return {
    first: `${begin('0')}00-0000-0000-000000000000`,
    last: `${begin('Z')}ff-ffff-ffff-ffffffffffff`,
  }
}

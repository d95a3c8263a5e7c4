/**
 * A certificate ID is NAIC, two digits of the year, and eight signs drawn at random. The first ones
 * have five signs instead, of all letters and digits.
 */
const readable = /^NA[I1L]C([\dOI]{2})([A-Z0-9]{5}|[A-Z0-9]{8})$/

/** @param id as it was cleaned. */
export const isWrittenAsId = (id: string): boolean => readable.test(id)

export const drawnLength = 8
/** Without 0, O, 1 and I, which are taken for each other. */
export const drawnSigns = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** @returns the ID that somebody read from paper who took 1 or L for I in NAIC, or O for 0 or I for 1 in the year. */
export function otherReading(id: string): string | undefined {
  const [, year = '', drawn] = readable.exec(id) ?? []
  const reading = `NAIC${year.replaceAll('O', '0').replaceAll('I', '1')}${drawn}`
  return drawn === undefined || reading === id ? undefined : reading
}

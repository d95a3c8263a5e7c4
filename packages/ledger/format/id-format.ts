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

/** In an ID that is read in several ways. Who guesses must not try 32 IDs by asking for one. */
const mostDoubtful = 2

/** Whether an ID, as it was cleaned, has eight signs and among them one that no ID of eight has. */
export function hasDoubtfulSigns(id: string): boolean {
  const [, , drawn = ''] = readable.exec(id) ?? []
  return drawn.length === drawnLength && /[0O1I]/.test(drawn)
}

/**
 * What else an ID may be that somebody read from paper, where 0 and O look alike, and 1 and I.
 *
 * @returns at most four others, of which none need exist.
 */
export function otherReadings(id: string): string[] {
  const [, year = '', drawn = ''] = readable.exec(id) ?? []
  if (drawn === '') return []
  const start = `NAIC${year.replaceAll('O', '0').replaceAll('I', '1')}`
  const signs = [...drawn].map((sign) => ['0O', '1I'].find((both) => both.includes(sign)) ?? sign)
  const isReadOneWay =
    drawn.length === drawnLength || signs.filter((both) => both.length > 1).length > mostDoubtful
  const append = (read: string[], both: string) =>
    read.flatMap((before) => [...both].map((sign) => before + sign))
  const readings = isReadOneWay ? [start + drawn] : signs.reduce(append, [start])
  return readings.filter((reading) => reading !== id)
}

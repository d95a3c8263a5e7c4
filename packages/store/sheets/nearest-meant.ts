import { closestMatch } from 'leven'

/**
 * Finds the value that somebody probably meant.
 *
 * @returns it as our list writes it; undefined if nothing is near. Values with another number never are:
 *   5 weeks are neither 4 nor 6.
 */
export function nearestMeant(text: string, ours: readonly string[]): string | undefined {
  const typed = folded(text)
  const ofSameNumber = ours.filter((one) => numberIn(one) === numberIn(typed))
  const byFolded = new Map(ofSameNumber.map((one) => [folded(one), one]))
  const close = closestMatch(typed, [...byFolded.keys()], { maxDistance: typed.length / 3 })
  return close === undefined ? undefined : byFolded.get(close)
}

/** A text without differences of capitals and spaces, to compare it. */
export const folded = (text: string) =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** A text without its spaces and signs, too: what people leave out or write otherwise. */
export const lettersAlone = (text: string) => folded(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

const numberIn = (text: string) => text.replaceAll(/\P{Nd}/gu, '')

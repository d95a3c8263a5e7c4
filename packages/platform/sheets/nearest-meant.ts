import { closestMatch } from 'leven'

/**
 * Holds what somebody typed against what there is.
 *
 * @returns the one that was meant, as it is written among ours; undefined where nothing is near. Of
 *   another number nothing is: 5 weeks are neither 4 nor 6.
 */
export function nearestMeant(text: string, ours: readonly string[]): string | undefined {
  const typed = plain(text)
  const ofSameNumber = ours.filter((one) => numberIn(one) === numberIn(typed))
  const byPlain = new Map(ofSameNumber.map((one) => [plain(one), one]))
  const close = closestMatch(typed, [...byPlain.keys()], { maxDistance: typed.length / 3 })
  return close === undefined ? undefined : byPlain.get(close)
}

/** The same text for whoever looks past capitals and spaces. */
export const plain = (text: string) =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

const numberIn = (text: string) => text.replaceAll(/\P{Nd}/gu, '')

/**
 * How figures of the programme are put into words. It reads no data itself: the settings of the
 * build need it, and `npm run dev` restarts when a file changes that these have imported.
 */

/** Such as "4, 6 or 8". */
export const weeksInAList = (weeks: readonly number[], language = 'en-GB'): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(weeks.map(String))

/**
 * When and how the fee is paid.
 *
 * @param said by the council; empty as long as it has said nothing, and then nothing is promised.
 */
export const paymentPhrase = (said?: string): string =>
  said || 'Please ask us when and how to pay before you pay anything.'

/** The fee in full, as in "There is a …". */
export const feePhrase = (fee: string, covers: string): string =>
  `documentation fee of ${fee} for ${covers}`

import programme from './programme.json' with { type: 'json' }

/**
 * What everybody must know before they apply, in one wording for pages and letters. Its figures
 * are those of `programme.json`; other texts name them in braces (docs/decisions/041).
 */

const { pay, hoursPerWeek, weeks, place, documentationFee, feeCovers, feePayment } = programme

/** The fee, for a bar of one line. */
export const feeAlone = `${documentationFee} fee`

/** The documentation fee in few words. */
export const feeInShort = `${documentationFee} documentation fee`

/** The fee with what it is for. */
export const feeInFull = `${feeInShort} for ${feeCovers}`

/**
 * When and how it is paid.
 *
 * @param said by the council; as long as it has said nothing, nothing is promised.
 */
export const paymentPhrase = (said?: string): string =>
  said || 'Please ask us when and how to pay before you pay anything.'

export const howToPay = paymentPhrase(feePayment)

export const feeAmount = Number(documentationFee.replace('₹', ''))

/** Such as "4, 6 or 8". */
export const weeksInAList = (language = 'en-GB'): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(weeks.map(String))

/** Made once: every letter to an applicant says it. */
const allDurations = `${weeksInAList()} weeks`

/**
 * @param duration of one internship, such as "4 weeks"; by default, what all of them may last.
 * @returns five short facts, the fee last.
 */
export const programmeFacts = (duration = allDurations): string[] => [
  pay,
  `${hoursPerWeek} hours a week`,
  duration,
  place,
  feeInFull,
]

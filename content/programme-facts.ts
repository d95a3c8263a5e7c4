import programme from './programme.json' with { type: 'json' }

/**
 * What everybody must know before they apply, in one wording for pages and letters. Its figures
 * are those of `programme.json`; other texts name them in braces (docs/decisions/041).
 */

const { pay, hoursPerWeek, weeks, place, documentationFee, feeCovers } = programme

/** The fee, for a bar of one line. */
export const feeAlone = `${documentationFee} fee`

/** The documentation fee in few words. */
export const feeInShort = `${documentationFee} documentation fee`

/** The fee with what it is for. */
export const feeInFull = `${feeInShort} for ${feeCovers}`

type Payment = Pick<typeof programme, 'feeWhen' | 'feeHow' | 'feeReceipt'>

/**
 * When and how it is paid, and what one gets for it, as the council says.
 *
 * @param ask instead, as long as it has not said when and how: nothing is promised.
 */
export function paymentPhrase(
  { feeWhen, feeHow, feeReceipt }: Payment,
  ask = 'Please ask us when and how to pay before you pay anything.',
): string {
  const whenAndHow = feeWhen && feeHow ? [feeWhen, feeHow] : [ask, feeWhen, feeHow]
  return [...whenAndHow, feeReceipt].filter(Boolean).join(' ')
}

export const howToPay = paymentPhrase(programme)

/** Then it stands wherever the fee does. */
export const isPaymentSaid = programme.feeWhen !== '' && programme.feeHow !== ''

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

/** What holds for every internship. The questions of `faq.json` say the same in words. */

/** In rupees, for completion and certificate issuance. */
export const documentationFee = 105

export const hoursPerWeek = '8-10'

type Format = Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year'>

/** Such as "21 November 2026". */
export const longDate: Format = { day: 'numeric', month: 'long', year: 'numeric' }
export const yearOnly: Format = { year: 'numeric' }

/** The date in India when the page is rendered, which happens anew each day. */
export const Today = ({ format }: { format: Format }) =>
  new Date().toLocaleDateString('en-IN', { ...format, timeZone: 'Asia/Kolkata' })

const timeZone = 'Asia/Kolkata'
const specifiedDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const specifiedDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone })
const minutes = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone })
const seconds = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', timeZone })
const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })

/**
 * The form that is specified for the date on a certificate; `toDay` gives that of all others.
 *
 * @param time a plain day such as 2025-07-02, which is the same everywhere, or a time.
 * @returns such as "July 2, 2025", for a time the day in India.
 */
export function toLongDate(time: string): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return time
  return (time.includes('T') ? specifiedDate : specifiedDay).format(at)
}

/** @returns such as "2 July 2025", the day in India. */
export const toDay = (time: string | Date): string => shown(time, (at) => date.format(at))

/** @returns such as "2 July 2025, 5:30 am", in India. Say IST beside it. */
export const toTime = (time: string | Date): string =>
  shown(time, (at) => `${date.format(at)}, ${minutes.format(at)}`)

/** @returns such as "2 July 2025, 5:30:00 am IST", for details and files. */
export const toExactTime = (time: string | Date): string =>
  shown(time, (at) => `${date.format(at)}, ${toClock(at)}`)

/** @returns the day and the clock in India as another language writes them, in the digits of this one. */
export function inLanguage(lang: string, time: string | Date): { date: string; time: string } {
  const locale = `${lang}-IN-u-hc-h23-nu-latn`
  const part = (style: Intl.DateTimeFormatOptions) =>
    shown(time, (at) => at.toLocaleString(locale, { ...style, timeZone }))
  return { date: part({ dateStyle: 'long' }), time: part({ timeStyle: 'short' }) }
}

/** @returns such as "2025-07-02", which spreadsheets take for a day: for a time the day in India. */
export const toIsoDay = (time: string): string =>
  time.includes('T') ? shown(time, (at) => isoDay.format(at)) : time

/** @returns such as "5:30:00 am IST". */
export const toClock = (time: Date): string => `${seconds.format(time)} IST`

/** @returns what is no time as it is. */
function shown(time: string | Date, format: (at: Date) => string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? String(time) : format(at)
}

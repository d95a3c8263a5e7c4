const timeZone = 'Asia/Kolkata'
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
const clock = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', timeZone })
const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
const exactTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone,
})

/**
 * @param time a plain day such as 2025-07-02, which is the same everywhere, or a time.
 * @returns such as "July 2, 2025", for a time the day in India.
 */
export function toLongDate(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  return (time.includes('T') ? longDate : longDay).format(date)
}

/** @returns such as "2 Jul 2025, 5:30:00 am IST". */
export function toExactTime(time: string | Date): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? String(time) : `${exactTime.format(date)} IST`
}

/** @returns such as "2025-07-02", which spreadsheets take for a day: for a time the day in India. */
export function toIsoDay(time: string): string {
  const date = new Date(time)
  return time.includes('T') && !Number.isNaN(date.getTime()) ? isoDay.format(date) : time
}

/** @returns such as "5:30:00 am IST". */
export const toClock = (time: Date): string => `${clock.format(time)} IST`

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const exactTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
})

/** @param time a day or a time, such as 2025-07-02. @returns such as "July 2, 2025". */
export function toLongDate(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : longDate.format(date)
}

/** @returns such as "2 Jul 2025, 5:30:00 am IST". */
export function toExactTime(time: string | Date): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? String(time) : `${exactTime.format(date)} IST`
}

/** Days and times of India, where the council's staff work, wherever the server is. */

const zone = 'Asia/Kolkata'
/** India's clocks are ahead of UTC by this, the whole year. */
const aheadMs = 5.5 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** @returns a day such as "2026-03-14". */
export const dayInIndia = (time: Date): string =>
  new Date(time.getTime() + aheadMs).toISOString().slice(0, 10)

export const todayInIndia = (): string => dayInIndia(new Date())

/** Whether a text is a day of the calendar, such as "2026-03-14" and not "2026-02-30". */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && toDay(day) === text
}

/** How a day may be typed, to tell somebody who typed something else. */
export const daySamples = '31-03-2026 or 2026-03-31'

/**
 * Reads a day as people in India write it, and as their spreadsheets write it back: 31-03-2026,
 * 31/3/2026 or 31.03.2026, always the day first; 31 Mar 2026, 31st March, 2026 or 31-Mar-26; or 2026-03-31.
 *
 * @returns such as "2026-03-31"; undefined if it is no day of the calendar.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim()
  const [, day, , month, year] =
    /^(\d\d?)([-/.])(\d\d?)\2(\d{4})$/.exec(text) ?? withMonthsName(text) ?? []
  const read = day && month ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isDay(read) ? read : undefined
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthsName =
  /^(\d\d?)(?:st|nd|rd|th)?([-/. ]*)(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)[-/., ]*((?:20)?\d\d)$/i

/** Where the month has a name, spreadsheets leave the century out: "14-Nov-26". */
function withMonthsName(text: string): string[] | undefined {
  const [all, day, sign, name, year] = monthsName.exec(text) ?? []
  if (!all || !day || !name || !year) return undefined
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return [all, day, sign ?? '', String(month), year.length === 2 ? `20${year}` : year]
}

/**
 * Reads the day of a moment as other programs write it into sheets, such as "14/11/2026 18:22:10" or
 * "14 Nov 2026, 6:22 pm"; a time with a zone, as "2026-11-14T20:00:00Z", has the day of India.
 *
 * @returns such as "2026-11-14"; undefined if it is neither that nor a day.
 */
export function readDayOfMoment(typed: string): string | undefined {
  const text = typed.trim()
  // No way to write a moment is as long.
  if (text.length > 60) return undefined
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text)) {
    const time = new Date(text)
    return Number.isNaN(time.getTime()) ? undefined : dayInIndia(time)
  }
  return readDay(
    text.replace(/[T,]?\s*\d\d?:\d\d(:\d\d([.]\d+)?)?\s*([ap][.]?m[.]?)?(\s*IST)?$/i, ''),
  )
}

/** @returns when a day begins in India, in RFC 3339 and UTC like the times of rows. */
export const startOfDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - aheadMs).toISOString()

/** @returns the day so many days later. */
export const daysLater = (day: string, days: number): string =>
  toDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs))

/** @returns the Monday of a day's week. */
export const mondayOf = (day: string): string =>
  daysLater(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

const toDay = (date: Date) => date.toISOString().slice(0, 10)

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
})

/** @returns of a time in RFC 3339 "14 Mar 2026, 9:30 am"; the text itself if it is no time. */
export function timeInIndia(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : timeFormat.format(date)
}

/** @returns a time of RFC 3339 as India has it, "2026-03-14T09:30:00.000+05:30"; else the text itself. */
export function indianTimestamp(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  return new Date(date.getTime() + aheadMs).toISOString().replace('Z', '+05:30')
}

const dayFormat = (dateStyle: 'medium' | 'long') => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle })
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`))
}

/** @returns of a day such as "2026-03-14": "14 Mar 2026", as `timeInIndia` writes it. */
export const shortDay = dayFormat('medium')

/** @returns of a day such as "2026-03-14": "14 March 2026". */
export const longDayInIndia = dayFormat('long')

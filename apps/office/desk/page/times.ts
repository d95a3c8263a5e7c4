const timeZone = 'Asia/Kolkata'

const short = new Intl.DateTimeFormat('en-IN', {
  timeZone,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const whole = new Intl.DateTimeFormat('en-IN', {
  timeZone,
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** In India: "14 Mar, 10:30". */
export const shortTime = (time: string) => short.format(new Date(time))

/** In India: "14 March 2026 at 10:30". */
export const wholeTime = (time: string) => whole.format(new Date(time))

// Canada writes days as the server reads them.
const day = new Intl.DateTimeFormat('en-CA', { timeZone })

/** @param ago days before today. @returns "2026-03-14". */
export const dayInIndia = (ago: number) => day.format(Date.now() - ago * 24 * 60 * 60 * 1000)

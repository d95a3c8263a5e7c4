const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const whole = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** Short, in India: "14 Mar, 10:30". */
export const shortTime = (time: string) => dayAndTime.format(new Date(time))

/** Whole, in India: "14 March 2026 at 10:30". */
export const wholeTime = (time: string) => whole.format(new Date(time))

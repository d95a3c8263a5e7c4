const dayAndTime = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const whole = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** Short, in India: "14 Mar, 10:30 am". */
export const shortTime = (time: string) => dayAndTime.format(new Date(time))

/** Whole, in India: "14 March 2026 at 10:30 am". */
export const wholeTime = (time: string) => whole.format(new Date(time))

const formats = {
  /** Such as "21 November 2026". */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
} as const

type Format = keyof typeof formats

/** The day in India, until `page-tools.ts` puts in the visitor's: where scripts run, the place is empty until then. */
export const Today = ({ format }: { format: Format }) => (
  <span className="today" data-format={format}>
    {formatted(format, 'Asia/Kolkata')}
  </span>
)

/** @param timeZone as the visitor's if it says nothing. */
export const formatted = (format: Format, timeZone?: string): string =>
  new Date().toLocaleDateString('en-IN', { ...formats[format], ...(timeZone ? { timeZone } : {}) })

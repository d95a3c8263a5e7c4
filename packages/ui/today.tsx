const formats = {
  /** Such as "21 November 2026". */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
} as const

type Format = keyof typeof formats

/**
 * The visitor's current date. The page has the day in India on which it was rendered, and `page-tools.ts` the
 * visitor's; until then the style `today` keeps the place empty, where scripts run.
 */
export const Today = ({ format }: { format: Format }) => (
  <span className="today" data-format={format}>
    {formatted(format, 'Asia/Kolkata')}
  </span>
)

/** @param timeZone as the visitor's if it says nothing. */
export const formatted = (format: Format, timeZone?: string): string =>
  new Date().toLocaleDateString('en-IN', { ...formats[format], ...(timeZone ? { timeZone } : {}) })

const formats = {
  /** Such as "21 November 2026". */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
} as const

type Format = keyof typeof formats

/** The day in India, until `page-tools.ts` puts in the visitor's: where scripts run, the place is empty until then. */
export const Today = ({ format }: { format: Format }) => (
  <span className="today" data-format={format}>
    {dayInIndia(format)}
  </span>
)

/** In the visitor's own time zone. */
export const formatted = (format: Format): string =>
  new Date().toLocaleDateString('en-IN', formats[format])

/** Made once for each: making one takes as long as rendering a tenth of a page. */
const inIndia = {
  long: new Intl.DateTimeFormat('en-IN', { ...formats.long, timeZone: 'Asia/Kolkata' }),
  year: new Intl.DateTimeFormat('en-IN', { ...formats.year, timeZone: 'Asia/Kolkata' }),
}
const dayInIndia = (format: Format): string => inIndia[format].format(new Date())

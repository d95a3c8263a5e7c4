/** Which applications are shown: all of it is in the page's address. */

/** How far back. */
export const spans = {
  today: { name: 'Today', days: 0 },
  week: { name: 'The last 7 days', days: 6 },
  month: { name: 'The last 30 days', days: 29 },
  all: { name: 'Since the beginning', days: undefined },
} as const
export type Span = keyof typeof spans

export const spanOf = (search: URLSearchParams): Span => {
  const when = search.get('when') ?? ''
  if (when in spans) return when as Span
  // Who looks for somebody knows their name, and not the day.
  return search.has('text') || search.has('college') ? 'all' : 'today'
}

/** What the desk's server is asked for, for an address of the page. */
export function asked(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('when')
  query.delete('open')
  const { days } = spans[spanOf(search)]
  if (days !== undefined) query.set('since', dayInIndia(days))
  return query.toString()
}

// Canada writes days as they are written here.
const india = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
const dayMs = 24 * 60 * 60 * 1000

/** @param ago days before today. */
const dayInIndia = (ago = 0) => india.format(Date.now() - ago * dayMs)

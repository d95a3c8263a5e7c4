import type { FunnelOf } from '@naic/admissions/applications/funnel.ts'
import { shortDay } from '@naic/store/sheets/indian-day.ts'

/** Charts of the report: drawn here, in the site's tokens, so that no other server is asked. */

export const inDigits = (number: number): string => number.toLocaleString('en-IN')

export const share = (part: number, all: number): string =>
  all === 0 ? '–' : `${((100 * part) / all).toLocaleString('en-IN', { maximumFractionDigits: 1 })}%`

type Bar = {
  name: string
  count: number
  /** Of the count, drawn darker. */
  part?: number
  /** The numbers, in words. */
  said: string
}

/**
 * Bars with their names and numbers above them, as wide as there is room, so that long names and large
 * text wrap.
 *
 * @param name of the whole, which is read out instead of it.
 * @param most the count of the longest bar.
 */
export function Bars({ name, most, rows }: { name: string; most: number; rows: readonly Bar[] }) {
  const width = (count: number) => `${most === 0 ? 0 : (100 * count) / most}%`
  return (
    <div role="img" aria-label={name} className="grid gap-1.5 print:gap-1">
      {rows.map((row) => (
        <div key={row.name} className="grid gap-0.5">
          <span className="flex flex-wrap justify-between gap-x-3 text-sm leading-tight print:text-xs">
            <span className="min-w-0 wrap-anywhere">{row.name}</span>
            <span className="tabular-nums">{row.said}</span>
          </span>
          <svg aria-hidden className="h-2.5 w-full print:h-1.5">
            <rect width="100%" height="100%" className="fill-sand" />
            <rect
              width={width(row.count)}
              height="100%"
              className={row.part === undefined ? dark : light}
            />
            {row.part === undefined ? null : (
              <rect width={width(row.part)} height="100%" className={dark} />
            )}
          </svg>
        </div>
      ))}
    </div>
  )
}

const light = 'fill-control forced-colors:fill-[CanvasText]'
const dark = 'fill-peacock forced-colors:fill-[Highlight]'

const [across, up] = [600, 160]

/** Applications received by week, and of these the certified. */
export function WeekBars({ weeks }: { weeks: readonly FunnelOf[] }) {
  const most = Math.max(1, ...weeks.map(({ received }) => received))
  // The first and the last stand above their days, however few there are.
  const width = Math.min(80, (across * 0.8) / weeks.length)
  const step = (across - width) / Math.max(weeks.length - 1, 1)
  const [first, last] = [weeks[0], weeks.at(-1)]
  const busiest = weeks.find(({ received }) => received === most)
  const said = `Received by week, ${weeks.length} weeks; most in the week from ${busiest ? shortDay(busiest.value) : 'none'}: ${inDigits(most)}`
  return (
    <div role="img" aria-label={said} className="grid gap-1 text-sm print:text-xs">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span>
          <Mark className={light} /> Received, at most {inDigits(most)} a week
        </span>
        <span>
          <Mark className={dark} /> of these certified
        </span>
      </span>
      <svg
        aria-hidden
        viewBox={`0 -4 ${across} ${up + 4}`}
        preserveAspectRatio="none"
        className="border-control h-40 w-full overflow-visible border-b border-l print:h-28"
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <line
            key={part}
            x2={across}
            y1={up * part}
            y2={up * part}
            className="stroke-hairline"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {weeks.flatMap((week, at) =>
          (['received', 'certified'] as const).map((of) => (
            <rect
              key={week.value + of}
              x={at * step}
              y={up - (week[of] * up) / most}
              width={width}
              height={(week[of] * up) / most}
              className={of === 'received' ? light : dark}
            />
          )),
        )}
      </svg>
      <span className="flex flex-wrap justify-between gap-x-3">
        <span>{first ? shortDay(first.value) : ''}</span>
        <span>{last && last !== first ? shortDay(last.value) : ''}</span>
      </span>
    </div>
  )
}

const Mark = ({ className }: { className: string }) => (
  <svg aria-hidden viewBox="0 0 10 10" className="inline size-2.5">
    <rect width="10" height="10" className={className} />
  </svg>
)

import { Printer } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import {
  type FunnelOf,
  type Period,
  stageNames,
  stages,
} from '@naic/admissions/applications/funnel.ts'
import type { Report } from '@naic/admissions/applications/report.ts'
import { daysLater, shortDay, timeInIndia, todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { DeskButton } from './desk-button.tsx'
import { readShown } from './ask-desk.ts'
import { Facts } from './facts.tsx'
import { DayField } from './list-and-one.tsx'

export function loadReport({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { since, until } = askedPeriod(searchParams)
  const days = Object.entries({ since, until }).filter(([, day]) => day)
  const query = new URLSearchParams(days as [string, string][])
  return readShown<Report>(`/api/report?${query.toString()}`)
}

type Asked = Partial<Record<keyof Period, string | undefined>>
type Ending = { name: string; of: (today: string) => Asked }

/** Periods that end today or with last month; days of one's own are in the address. */
const spans = {
  weeks: { name: 'The last 12 weeks', of: (today) => ({ since: daysLater(today, -83) }) },
  month: { name: 'This month', of: (today) => ({ since: `${today.slice(0, 8)}01` }) },
  before: {
    name: 'Last month',
    of: (today) => {
      const until = daysLater(`${today.slice(0, 8)}01`, -1)
      return { since: `${until.slice(0, 8)}01`, until }
    },
  },
  year: { name: 'This financial year', of: (today) => ({ since: firstOfApril(today) }) },
  all: { name: 'Since the beginning', of: () => ({}) },
} satisfies Record<string, Ending>

const firstOfApril = (today: string) =>
  `${Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0)}-04-01`

type Span = keyof typeof spans

const spanOf = (search: URLSearchParams): Span | 'days' => {
  const when = search.get('when') ?? ''
  if (when in spans) return when as Span
  return search.has('since') || search.has('until') ? 'days' : 'weeks'
}

function askedPeriod(search: URLSearchParams): Asked {
  const span = spanOf(search)
  if (span !== 'days') return (spans[span] as Ending).of(todayInIndia())
  return { since: search.get('since') ?? undefined, until: search.get('until') ?? undefined }
}

/** How far the applications of a period have come: for the director, on one or two sheets of A4. */
export function ReportPage() {
  const report = useLoaderData<typeof loadReport>()
  const { period, all, madeAt } = report
  return (
    <div className="wrap grid gap-6 py-6 print:gap-3 print:py-0">
      <title>Report · The council's desk</title>
      <header className="grid gap-1">
        <p className="font-heading hidden text-lg print:block">{organisation.name}</p>
        <h1 className="text-title">Report</h1>
        <p>
          {period ? `Applications received ${inWords(period)}` : 'No application has come in yet'},
          as they stood on {timeInIndia(madeAt)}.
        </p>
      </header>
      <PeriodChoice period={period} />
      {all.received === 0 ? (
        <p className="font-semibold">No application came in on these days.</p>
      ) : (
        <>
          <KeyFigures all={all} />
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2 print:block print:columns-2 print:gap-x-6">
            <Bars name="Received by week" rows={report.weeks.map(fromMonday)} />
            <Bars name="Domains" rows={report.domains} />
            <Bars name="Years of study" rows={report.years} />
            <Bars name="Internships" rows={report.internships} />
            <Bars name="Colleges" rows={report.colleges} />
            <Now report={report} />
          </div>
          <p className="text-ink-soft max-w-text text-sm">
            Each application is counted once: at the furthest stage it has reached, and at every
            stage before it. Who was accepted and declined later had reached “accepted”. Certified
            are those whose certificate is valid. Colleges with fewer than five applications are not
            named.
          </p>
        </>
      )}
    </div>
  )
}

const inWords = ({ since, until }: Period) => `from ${shortDay(since)} to ${shortDay(until)}`

function PeriodChoice({ period }: Pick<Report, 'period'>) {
  const [search, setSearch] = useSearchParams()
  const choose = (days: Record<string, string>) => setSearch(days)
  const day = (name: keyof Period, label: string) => (
    <DayField
      label={label}
      value={period?.[name] ?? ''}
      onChoose={(value) => {
        if (!value || !period) return
        const chosen = { ...period, [name]: value }
        // Days the wrong way round are one day: that which was chosen last.
        choose(chosen.since > chosen.until ? { since: value, until: value } : chosen)
      }}
    />
  )
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap print:hidden">
      <div className="grid gap-1 text-sm max-sm:col-span-2">
        <label htmlFor="period">Received</label>
        <select
          id="period"
          value={spanOf(search)}
          onChange={({ currentTarget: { value } }) => {
            if (value !== 'days') choose({ when: value })
          }}
          className="control sm:w-auto"
        >
          {Object.entries(spans).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          {spanOf(search) === 'days' ? <option value="days">Days of your own</option> : null}
        </select>
      </div>
      {day('since', 'From')}
      {day('until', 'To')}
      <DeskButton onClick={() => window.print()}>
        <Icon of={Printer} /> Print
      </DeskButton>
    </div>
  )
}

function KeyFigures({ all }: Pick<Report, 'all'>) {
  return (
    <section aria-labelledby="figures" className="grid gap-2">
      <h2 id="figures" className="text-base font-semibold">
        Key figures
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3 print:grid-cols-5 print:gap-2">
        {stages.map((stage) => (
          <div
            key={stage}
            className="border-hairline grid content-start rounded-md border px-3 py-2"
          >
            <dt className="text-sm">{stageNames[stage]}</dt>
            <dd className="text-2xl font-semibold">{inDigits(all[stage])}</dd>
            {stage === 'received' ? null : (
              <dd className="text-ink-soft text-sm">
                {share(all[stage], all.received)} of received
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}

const inDigits = (number: number): string => number.toLocaleString('en-IN')

const share = (part: number, all: number): string =>
  all === 0 ? '–' : `${((100 * part) / all).toLocaleString('en-IN', { maximumFractionDigits: 1 })}%`

const fromMonday = (week: FunnelOf) => ({ ...week, value: `From ${shortDay(week.value)}` })

/** How many of each were received, and of these certified: in words above bars as wide as there is room. */
function Bars({ name, rows }: { name: string; rows: readonly FunnelOf[] }) {
  const most = Math.max(1, ...rows.map(({ received }) => received))
  const width = (count: number) => `${(100 * count) / most}%`
  return (
    <section aria-label={name} className={figure}>
      <h2 className="text-base font-semibold">{name}</h2>
      <ul className="grid gap-1.5 print:gap-1">
        {rows.map(({ value, received, certified }) => (
          <li key={value} className="grid gap-0.5">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm leading-tight print:text-xs">
              <span className="min-w-0 wrap-anywhere">{value}</span>
              <span className="tabular-nums">
                {inDigits(received)}, certified {inDigits(certified)}
              </span>
            </p>
            <svg aria-hidden className="h-2.5 w-full print:h-1.5">
              <rect width="100%" height="100%" className="fill-sand" />
              <rect
                width={width(received)}
                height="100%"
                className="fill-control forced-colors:fill-[CanvasText]"
              />
              <rect
                width={width(certified)}
                height="100%"
                className="fill-peacock forced-colors:fill-[Highlight]"
              />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  )
}

const figure = 'grid min-w-0 content-start gap-2 print:mb-3 print:break-inside-avoid'

const Now = ({ report: { now, all } }: { report: Report }) => (
  <section className={figure}>
    <h2 className="text-base font-semibold">Where they are now</h2>
    <h3 className="text-sm font-semibold">Of {inDigits(all.received)} received</h3>
    <Facts facts={now.map(({ value, count }) => [value, inDigits(count)])} />
  </section>
)

import { Printer } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
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
import { Choice, DayField, useChoices } from './list-and-one.tsx'

export function loadReport({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const span = spans[searchParams.get('when') ?? ''] ?? spans['']
  const { since = '', until = '' } = span?.of(todayInIndia(), searchParams) ?? {}
  return readShown<Report>(`/api/report?since=${since}&until=${until}`)
}

type Span = { name: string; of: (today: string, search: URLSearchParams) => Partial<Period> }

/** By their names in the address. */
const spans: Readonly<Record<string, Span>> = {
  '': { name: 'The last 12 weeks', of: (today) => ({ since: daysLater(today, -83) }) },
  month: { name: 'This month', of: (today) => ({ since: firstOfMonth(today) }) },
  before: {
    name: 'Last month',
    of(today) {
      const until = daysLater(firstOfMonth(today), -1)
      return { since: firstOfMonth(until), until }
    },
  },
  year: { name: 'This financial year', of: (today) => ({ since: firstOfApril(today) }) },
  all: { name: 'Since the beginning', of: () => ({}) },
  days: {
    name: 'Days of your own',
    of: (_, search) => ({ since: search.get('since') ?? '', until: search.get('until') ?? '' }),
  },
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

const firstOfApril = (today: string) =>
  `${Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0)}-04-01`

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
  const [, choose] = useChoices()
  const day = (name: keyof Period, label: string) => (
    <DayField
      label={label}
      value={period?.[name] ?? ''}
      onChoose={(value) => {
        if (!value || !period) return
        const chosen = { ...period, [name]: value }
        // Days the wrong way round are one day: that which was chosen last.
        const days = chosen.since > chosen.until ? { since: value, until: value } : chosen
        choose({ when: 'days', ...days })
      }}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <Choice
        name="when"
        label="Received"
        options={Object.entries(spans).map(([value, { name }]) => ({ value, name }))}
      />
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

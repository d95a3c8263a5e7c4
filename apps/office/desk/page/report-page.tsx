import { Download, Printer } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import {
  type FunnelOf,
  type Period,
  type Report,
  reportColumns,
  reportRows,
  type Stage,
  stageNames,
  stages,
  withOthers,
} from '@naic/admissions/applications/funnel.ts'
import { daysLater, shortDay, timeInIndia, todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import { toCsv } from '@naic/store/sheets/to-csv.ts'
import { DeskButton } from './desk-button.tsx'
import { askDesk, readShown } from './ask-desk.ts'
import { Bars, inDigits, share, WeekBars } from './report-charts.tsx'
import { DeskTable } from './desk-table.tsx'
import { DayField } from './list-and-one.tsx'
import { useAttempt } from './use-attempt.ts'

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
      <PeriodChoice report={report} />
      {all.received === 0 ? (
        <p className="font-semibold">No application came in on these days.</p>
      ) : (
        <>
          <KeyFigures report={report} />
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2 print:block print:columns-2 print:gap-x-6">
            <Funnel report={report} />
            <Weeks weeks={report.weeks} />
            <Section name="Domains" of="Domain" rows={report.domains} />
            <Section name="Years of study" of="Year" rows={report.years} />
            <Section name="Internships" of="Internship" rows={report.internships} />
            <Section name="Colleges" of="College" rows={ofColleges(report)} />
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

const mostColleges = 20

/** The most frequent, and all others as one. */
function ofColleges({ colleges, otherColleges }: Report): FunnelOf[] {
  const rest = colleges.slice(mostColleges)
  const sum = { ...otherColleges.all }
  for (const college of rest) for (const stage of stages) sum[stage] += college[stage]
  const others = { colleges: otherColleges.colleges + rest.length, all: sum }
  return withOthers(colleges.slice(0, mostColleges), others)
}

function PeriodChoice({ report }: { report: Report }) {
  const [search, setSearch] = useSearchParams()
  const { attempt, failure } = useAttempt()
  const { period } = report
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
      <DeskButton onClick={() => saveCsv(report)}>
        <Icon of={Download} /> CSV
      </DeskButton>
      <DeskButton onClick={() => void attempt(() => saveWorkbook(report))}>
        <Icon of={Download} /> Excel (.xlsx)
      </DeskButton>
      {failure ? <FailureNotice title="There is no file.">{failure}</FailureNotice> : null}
    </div>
  )
}

const fileOf = ({ period }: Report, kind: 'csv' | 'xlsx') =>
  `report-${period?.since ?? 'none'}-${period?.until ?? 'none'}.${kind}`

const saveCsv = (report: Report) =>
  saveFile(fileOf(report, 'csv'), 'text/csv', toCsv(reportRows(report), reportColumns))

async function saveWorkbook(report: Report): Promise<void> {
  const query = new URLSearchParams(report.period).toString()
  const file = await (await askDesk(`/api/report/workbook?${query}`)).blob()
  saveFile(fileOf(report, 'xlsx'), file.type, file)
}

/** Each stage, with its share of all, and the change against the period before. */
function KeyFigures({ report: { all, before } }: { report: Report }) {
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
            {before ? (
              <dd className="text-ink-soft text-sm">
                {changeSince(all[stage], before.all[stage])}
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      {before ? (
        <p className="text-ink-soft text-sm">
          Compared with as many days before, {inWords(before)}.
        </p>
      ) : null}
    </section>
  )
}

function changeSince(now: number, then: number): string {
  const change = now - then
  if (change === 0) return `as many as before`
  return `${inDigits(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than before`
}

function Funnel({ report: { all } }: { report: Report }) {
  return (
    <Figure name="From received to certified">
      <Bars
        name={`From received to certified: ${stages.map((stage) => `${stageNames[stage]} ${inDigits(all[stage])}`).join(', ')}`}
        most={all.received}
        rows={stages.map((stage) => ({
          name: stageNames[stage],
          count: all[stage],
          said: `${inDigits(all[stage])} · ${share(all[stage], all.received)}`,
        }))}
      />
    </Figure>
  )
}

function Weeks({ weeks }: { weeks: FunnelOf[] }) {
  return (
    <Figure
      name="Received by week"
      table={
        <FunnelTable
          name="Weeks"
          of="Week from"
          rows={weeks.map((week) => ({ ...week, value: shortDay(week.value) }))}
        />
      }
    >
      <WeekBars weeks={weeks} />
    </Figure>
  )
}

type SectionProps = { name: string; of: string; rows: FunnelOf[] }

function Section({ name, of, rows }: SectionProps) {
  return (
    <Figure name={name} table={<FunnelTable name={name} of={of} rows={rows} />}>
      <Bars
        name={`${name} by applications received, of which certified`}
        most={Math.max(...rows.map(({ received }) => received))}
        rows={rows.map(({ value, received, certified }) => ({
          name: value,
          count: received,
          part: certified,
          said: `${inDigits(received)}, certified ${inDigits(certified)}`,
        }))}
      />
    </Figure>
  )
}

type FigureProps = { name: string; table?: ReactNode; children: ReactNode }

/** A chart with its name, and its numbers as a table behind a disclosure. */
function Figure({ name, table, children }: FigureProps) {
  return (
    <section className="grid min-w-0 content-start gap-2 print:mb-3 print:break-inside-avoid">
      <h2 className="text-base font-semibold">{name}</h2>
      {children}
      {table ? (
        <details className="print:hidden">
          <summary className="link w-fit cursor-pointer py-1 text-sm">{name} as a table</summary>
          {table}
        </details>
      ) : null}
    </section>
  )
}

function FunnelTable({ name, of, rows }: SectionProps) {
  return (
    <DeskTable
      name={`${name} as a table`}
      columns={[of, ...stages.map((stage) => stageNames[stage])]}
    >
      {rows.map((row) => (
        <tr key={row.value} className="border-hairline border-b">
          <th scope="row" className="py-1 pr-4 font-medium">
            {row.value}
          </th>
          {stages.map((stage: Stage) => (
            <td key={stage} className="py-1 pr-4 tabular-nums">
              {inDigits(row[stage])}
            </td>
          ))}
        </tr>
      ))}
    </DeskTable>
  )
}

function Now({ report: { now, all } }: { report: Report }) {
  return (
    <Figure name="Where they are now">
      <table className="w-full text-left text-sm">
        <thead className="border-control border-b">
          <tr>
            <th scope="col" className="py-1 font-semibold">
              Of {inDigits(all.received)} received
            </th>
            <th scope="col" className="py-1 text-right font-semibold">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {now.map(({ value, count }) => (
            <tr key={value} className="border-hairline border-b">
              <th scope="row" className="py-1 font-normal">
                {value}
              </th>
              <td className="py-1 text-right tabular-nums">{inDigits(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Figure>
  )
}

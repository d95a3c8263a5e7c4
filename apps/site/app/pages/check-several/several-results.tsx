import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { saveFile } from '@naic/ui/save-file.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { toClock, toDay, toIsoDay, toLongDate, toTime } from '#app/certificate-view/dates.ts'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { type CheckList, mayChange, type Progress, type Row, type Snapshot } from './check-list.ts'
import { countOutcomes, problemsFirst, resultsCsv, tellOutcome } from './tell-outcome.ts'
import { BesideIds } from './id-list.tsx'

type Props = Snapshot & {
  isRunning: boolean
  checkList: CheckList
  /** Somebody goes on to one of the certificates. */
  onOpen: (event: MouseEvent) => void
}

export function SeveralResults({
  round,
  rows,
  beside,
  progress,
  isRunning,
  checkList,
  onOpen,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = progress
  const isResting = state === 'done' || state === 'stopped'
  const open = rows.filter(mayChange).length

  // A new list begins below what a phone shows.
  useEffect(() => {
    if (!isRunning) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not each time it stops and goes on
  }, [round])

  // The button that was pressed may be gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isRunning])

  const lastChecked = rows.findLast(({ outcome }) => outcome)?.outcome?.checkedAt ?? new Date()
  return (
    <section aria-labelledby="results" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="results" ref={heading} tabIndex={-1} className="text-heading scroll-mt-4">
        {words.results.title}
      </h2>
      <ListProgress rows={rows} progress={progress} checkList={checkList} />
      <div className="grid gap-1 text-sm wrap-anywhere empty:hidden print:hidden">
        <BesideIds {...beside} />
      </div>
      {isResting ? (
        <div className="grid grid-cols-2 gap-3 sm:flex print:hidden">
          {open > 0 ? (
            <Button
              type="button"
              className="max-sm:col-span-2"
              onClick={() => checkList.tryAgain()}
            >
              {fill(words.results.tryAgain, { count: open })}
            </Button>
          ) : null}
          <Button
            type="button"
            look="outline"
            onClick={() =>
              saveFile(
                `certificates-${toIsoDay(lastChecked.toISOString())}.csv`,
                'text/csv',
                resultsCsv(rows, siteUrl()),
              )
            }
          >
            {words.results.save}
          </Button>
          <Button type="button" look="outline" onClick={() => window.print()}>
            {words.results.print}
          </Button>
        </div>
      ) : null}
      <p className="text-ink-soft max-w-text text-sm">
        {fill(words.results.when, {
          site: new URL(siteUrl()).host,
          time: toTime(lastChecked),
        })}{' '}
        {words.results.toKeep}
      </p>
      <ResultsTable rows={state === 'done' ? problemsFirst(rows) : rows} onOpen={onOpen} />
    </section>
  )
}

/** A screen reader announces the progress at every tenth ID. */
const toldEvery = 10

function ListProgress({
  rows,
  progress,
  checkList,
}: Pick<Props, 'rows' | 'progress' | 'checkList'>) {
  const done = rows.filter(({ outcome }) => outcome).length
  const { state } = progress
  const sentence = sentenceOf(progress, rows, done)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {/* Read out by the status below, and not at each one. */}
      {state === 'done' ? null : <p className="font-medium">{sentence}</p>}
      {state === 'done' ? null : (
        <>
          <progress
            value={done}
            max={rows.length}
            aria-label={words.progress.bar}
            className="border-control [&::-webkit-progress-bar]:bg-paper [&::-webkit-progress-value]:bg-peacock [&::-moz-progress-bar]:bg-peacock bg-paper h-3 w-full appearance-none overflow-hidden rounded-full border print:hidden"
          />
          <Button
            type="button"
            look={state === 'stopped' ? 'primary' : 'outline'}
            onClick={() => (state === 'stopped' ? checkList.goOn() : checkList.stop())}
            className="sm:w-fit print:hidden"
          >
            {state === 'stopped' ? words.progress.goOn : words.progress.stop}
          </Button>
        </>
      )}
      <Counts rows={rows} />
      <p role="status" data-testid="told" className="sr-only print:hidden">
        {sentenceOf(progress, rows, state === 'checking' ? done - (done % toldEvery) : done)}
      </p>
    </div>
  )
}

function sentenceOf(progress: Progress, rows: readonly Row[], done: number): string {
  switch (progress.state) {
    case 'idle':
      return ''
    case 'waiting':
      return words.progress.waiting.replace('[time]', toClock(progress.until))
    case 'done':
      return words.progress.done.replace('[summary]', summaryOf(rows))
    default:
      return words.progress[progress.state]
        .replace('[done]', String(done))
        .replace('[all]', String(rows.length))
  }
}

/** @returns such as "Not found: 2, Verified: 45". */
const summaryOf = (rows: readonly Row[]): string =>
  countOutcomes(rows)
    .map(({ title, count }) => fill(words.progress.count, { title, count }))
    .join(', ')

/** What is wrong is seen first, and in its colour. */
const Counts = ({ rows }: { rows: readonly Row[] }) => (
  <ul className="flex flex-wrap gap-2.5 empty:hidden">
    {countOutcomes(rows).map(({ look, title, count }) => (
      <li
        key={title}
        className={`flex items-center gap-2 rounded-md border px-3.5 py-2 font-semibold ${look.box}`}
      >
        <look.Icon aria-hidden className={`${look.icon} size-5 shrink-0`} />
        {fill(words.progress.count, { title, count })}
      </li>
    ))}
  </ul>
)

const { columns } = words.results
const head = ['id', 'result', 'name', 'internship', 'duration', 'verifiedOn', 'signedOn'] as const

function ResultsTable({ rows, onOpen }: Pick<Props, 'rows' | 'onOpen'>) {
  return (
    <table className="cards:block w-full text-left print:text-xs">
      <thead className="cards:sr-only">
        <tr className="border-ink border-b-2">
          {head.map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 align-bottom">
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="cards:grid cards:gap-4 cards:sm:grid-cols-2">
        {rows.map((row) => (
          <ResultRow key={row.id} row={row} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

function ResultRow({ row: { id, outcome }, onOpen }: { row: Row } & Pick<Props, 'onOpen'>) {
  const told = outcome && tellOutcome(outcome)
  return (
    <tr className="border-hairline cards:block cards:rounded-lg cards:border cards:p-4 break-inside-avoid border-b align-top">
      <th scope="row" className="cards:block py-3 pr-4 print:py-1.5 cards:p-0">
        <a
          href={`/verify/${id}`}
          onClick={onOpen}
          className="link inline-block font-mono whitespace-nowrap cards:py-2.5"
        >
          {id}
        </a>
      </th>
      <td className="cards:block max-w-64 py-3 pr-4 print:py-1.5 cards:max-w-none cards:p-0 cards:pb-2">
        {told ? <Result told={told} /> : <p className="text-ink-soft">{words.results.pending}</p>}
      </td>
      <Fact name="name" value={told?.name}>
        {told?.name ? <HolderName>{told.name}</HolderName> : null}
      </Fact>
      <Fact name="internship" value={told?.internship} />
      <Fact name="duration" value={told?.duration} />
      <Fact name="verifiedOn" value={told && toLongDate(told.verifiedOn)} />
      <Fact name="signedOn" value={told && toDay(told.signedOn)} />
    </tr>
  )
}

function Result({ told: { look, title, reason } }: { told: ReturnType<typeof tellOutcome> }) {
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
      <look.Icon aria-hidden className={`${look.icon} mt-0.5 size-5`} />
      <p className="font-semibold">{title}</p>
      {reason ? <p className="text-ink-soft col-start-2 text-sm print:text-xs">{reason}</p> : null}
    </div>
  )
}

type FactProps = {
  name: (typeof head)[number]
  value: string | undefined
  /** How it is shown, if not as it is. */
  children?: ReactNode
}

/** On a card it has its column's name before it, and is left out if empty. */
function Fact({ name, value = '', children = value }: FactProps) {
  return (
    <td
      className={`cards:grid cards:grid-cols-[7rem_minmax(0,1fr)] cards:gap-x-2 py-3 pr-4 print:py-1.5 wrap-anywhere cards:p-0 ${value === '' ? 'cards:hidden' : ''}`}
    >
      <span className="text-ink-soft hidden cards:inline">{columns[name]}</span>
      <span>{children}</span>
    </td>
  )
}

import { Icon } from '@naic/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import { toClock, toDay, toIsoDay, toLongDate, toTime } from '#app/certificate-view/dates.ts'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import type { CheckedList, Row } from './check-rows.ts'
import { countOutcomes, problemsFirst, resultsCsv, tellOutcome } from './tell-outcome.ts'

/** A screen reader announces the progress at every tenth ID. */
const toldEvery = 10

export function SeveralResults({ rows, isDone, waitsUntil }: CheckedList) {
  const heading = useRef<HTMLHeadingElement>(null)
  const checked = rows.flatMap(({ outcome }) => outcome?.checkedAt ?? [])
  const lastChecked = checked.at(-1)
  const [done, all] = [checked.length, rows.length]
  const begun = waitsUntil
    ? fill(words.progress.waiting, { time: toClock(waitsUntil) })
    : fill(words.progress.checking, { done, all })
  const told = waitsUntil
    ? begun
    : fill(words.progress.checking, { done: done - (done % toldEvery), all })
  const counts = countOutcomes(rows)
  const summary = counts.map(({ title, count }) => fill(words.progress.count, { title, count }))

  function save() {
    const today = toIsoDay(new Date().toISOString())
    saveFile(`certificates-${today}.csv`, 'text/csv', resultsCsv(rows, siteUrl()))
  }

  // A new list begins below what a phone shows.
  useEffect(() => {
    if (isDone || done > 0) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [isDone, done])

  return (
    <section aria-labelledby="results" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="results" ref={heading} tabIndex={-1} className="text-heading scroll-mt-4">
        {words.results.title}
      </h2>
      {isDone ? null : (
        <>
          {/* Read out by the status below, and not at each one. */}
          <p className="font-medium">{begun}</p>
          <progress
            value={done}
            max={all}
            aria-label={words.progress.bar}
            className="border-control [&::-webkit-progress-bar]:bg-paper [&::-webkit-progress-value]:bg-peacock [&::-moz-progress-bar]:bg-peacock bg-paper h-3 w-full appearance-none overflow-hidden rounded-full border print:hidden"
          />
        </>
      )}
      {/* What is wrong is seen first, and in its colour. */}
      <ul className="flex flex-wrap gap-2.5 empty:hidden">
        {counts.map(({ look, title }, at) => (
          <li
            key={title}
            className={`flex items-center gap-2 rounded-md border px-3.5 py-2 font-semibold ${look.box}`}
          >
            <Icon of={look.icon} className={`${look.colour} size-5 shrink-0`} />
            {summary[at]}
          </li>
        ))}
      </ul>
      <p role="status" data-testid="told" className="sr-only print:hidden">
        {isDone ? fill(words.progress.done, { summary: summary.join(', ') }) : told}
      </p>
      {isDone ? (
        <div className="grid grid-cols-2 gap-3 sm:flex print:hidden">
          <Button type="button" look="outline" onClick={save}>
            {words.results.save}
          </Button>
          <Button type="button" look="outline" data-print>
            {words.results.print}
          </Button>
        </div>
      ) : null}
      <p className="text-ink-soft max-w-text text-sm">
        {lastChecked
          ? fill(words.results.when, { site: new URL(siteUrl()).host, time: toTime(lastChecked) })
          : null}{' '}
        {words.results.toKeep}
      </p>
      <ResultsTable rows={isDone ? problemsFirst(rows) : rows} />
    </section>
  )
}

const { columns } = words.results
/** In the table after ID and result, each with the form that it has there. */
const facts = {
  name: (name: string) => <HolderName>{name}</HolderName>,
  internship: (title: string) => title,
  duration: (duration: string) => duration,
  verifiedOn: toLongDate,
  signedOn: toDay,
}
const factNames = Object.keys(facts) as (keyof typeof facts)[]

function ResultsTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="cards:block w-full text-left print:text-xs">
      <thead className="cards:sr-only">
        <tr className="border-ink border-b-2">
          {(['id', 'result', ...factNames] as const).map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 align-bottom">
              {columns[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="cards:grid cards:gap-4 cards:sm:grid-cols-2">
        {rows.map((row) => (
          <ResultRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function ResultRow({ row: { id, outcome } }: { row: Row }) {
  const told = outcome && tellOutcome(outcome)
  return (
    <tr className="border-hairline cards:block cards:rounded-lg cards:border cards:p-4 break-inside-avoid border-b align-top">
      <th scope="row" className="cards:block py-3 pr-4 print:py-1.5 cards:p-0">
        <a
          href={`/verify/${id}`}
          target="_blank"
          rel="noopener"
          className="link inline-block font-mono whitespace-nowrap cards:py-2.5"
        >
          {id}
        </a>
      </th>
      <td className="cards:block max-w-64 py-3 pr-4 print:py-1.5 cards:max-w-none cards:p-0 cards:pb-2">
        {told ? (
          <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
            <Icon of={told.look.icon} className={`${told.look.colour} mt-0.5 size-5`} />
            <p className="font-semibold">{told.title}</p>
            {told.reason ? (
              <p className="text-ink-soft col-start-2 text-sm print:text-xs">{told.reason}</p>
            ) : null}
          </div>
        ) : (
          <p className="text-ink-soft">{words.results.pending}</p>
        )}
      </td>
      {/* On a card a fact has its column's name before it, and is left out if empty. */}
      {factNames.map((name) => (
        <td
          key={name}
          className={`cards:grid cards:grid-cols-[7rem_minmax(0,1fr)] cards:gap-x-2 py-3 pr-4 print:py-1.5 wrap-anywhere cards:p-0 ${told?.[name] ? '' : 'cards:hidden'}`}
        >
          <span className="text-ink-soft hidden cards:inline">{columns[name]}</span>
          <span>{told?.[name] ? facts[name](told[name]) : null}</span>
        </td>
      ))}
    </tr>
  )
}

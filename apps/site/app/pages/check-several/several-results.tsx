import { useEffect, useRef } from 'react'
import words from '@naic/content/check-several.json' with { type: 'json' }
import { toExactTime, toIsoDay } from '#app/certificate-view/dates.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { Button } from '@naic/ui/button.tsx'
import { type CheckList, mayChange, type Snapshot } from './check-list.ts'
import { ListProgress } from './list-progress.tsx'
import { resultsCsv } from './results-csv.ts'
import { ResultsTable } from './results-table.tsx'

type Props = Snapshot & { checkList: CheckList }

export function SeveralResults({ round, rows, progress, checkList }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = progress
  const isResting = state === 'done' || state === 'stopped'
  const isRunning = state === 'checking' || state === 'waiting'
  const open = rows.filter(mayChange).length

  // A new list begins below what a phone shows.
  useEffect(() => {
    if (!isRunning) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not whenever it stops and goes on
  }, [round])

  // The button that was pressed last may be gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isRunning])

  if (state === 'idle') return null
  const lastChecked = rows.findLast(({ outcome }) => outcome)?.outcome?.checkedAt ?? new Date()
  return (
    <section aria-labelledby="results" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="results" ref={heading} tabIndex={-1} className="text-heading scroll-mt-4">
        {words.results.title}
      </h2>
      <ListProgress rows={rows} progress={progress} checkList={checkList} />
      {isResting ? (
        <div className="flex flex-wrap gap-3 max-sm:flex-col print:hidden">
          {open > 0 ? (
            <Button type="button" onClick={() => checkList.tryAgain()}>
              Try again ({open})
            </Button>
          ) : null}
          <Button
            type="button"
            look="outline"
            onClick={() =>
              saveFile(
                `certificates-${toIsoDay(lastChecked.toISOString())}.csv`,
                resultsCsv(rows, siteUrl()),
              )
            }
          >
            Save as CSV
          </Button>
          <Button type="button" look="outline" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      ) : null}
      <p className="text-ink-soft max-w-text text-sm">
        {words.results.when
          .replace('[site]', new URL(siteUrl()).host)
          .replace('[time]', toExactTime(lastChecked))}{' '}
        {words.results.toKeep}
      </p>
      <ResultsTable rows={rows} />
    </section>
  )
}

/** Hands a text to the browser as a file that was downloaded. */
function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Some browsers read it only once the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

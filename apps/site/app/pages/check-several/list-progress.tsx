import words from '@naic/content/check-several.json' with { type: 'json' }
import { toClock } from '#app/certificate-view/dates.ts'
import { Button } from '@naic/ui/button.tsx'
import type { CheckList, Progress, Row, Snapshot } from './check-list.ts'
import { tellOutcome } from './tell-outcome.ts'

/** How often it is read out how far it is. */
const toldEvery = 10

type Props = Omit<Snapshot, 'round'> & { checkList: CheckList }

export function ListProgress({ rows, progress, checkList }: Props) {
  const done = rows.filter(({ outcome }) => outcome).length
  const { state } = progress
  const sentence = sentenceOf(progress, rows, done)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {/* Read out by the status below, and not at each one. */}
      <p className="font-medium">{sentence}</p>
      {state === 'done' ? null : (
        <>
          <progress
            value={done}
            max={rows.length}
            aria-label="Checked so far"
            className="border-control [&::-webkit-progress-bar]:bg-paper [&::-webkit-progress-value]:bg-peacock [&::-moz-progress-bar]:bg-peacock bg-paper h-3 w-full appearance-none overflow-hidden rounded-full border print:hidden"
          />
          {state === 'stopped' ? (
            <Button
              type="button"
              onClick={() => checkList.goOn()}
              className="sm:w-fit print:hidden"
            >
              Go on
            </Button>
          ) : (
            <Button
              type="button"
              look="outline"
              onClick={() => checkList.stop()}
              className="sm:w-fit print:hidden"
            >
              Stop
            </Button>
          )}
        </>
      )}
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

/** @returns such as "Verified: 45, Not found: 2", in the order in which they came. */
function summaryOf(rows: readonly Row[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of rows) {
    if (!outcome) continue
    const { title } = tellOutcome(outcome)
    counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  return [...counts].map(([title, count]) => `${title}: ${count}`).join(', ')
}

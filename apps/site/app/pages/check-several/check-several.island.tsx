import { useRef, useState } from 'react'
import { thisSite } from '#app/certificate-view/this-site.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { checkRows, mayChange, type Progress, type Row, unchecked } from './check-rows.ts'
import { IdList } from './id-list.tsx'
import { SeveralResults } from './several-results.tsx'

/** `round` counts the lists that were begun. */
type List = { round: number; rows: readonly Row[]; progress: Progress }

/**
 * A list and, below it, its results: two items of the page's grid. The list is about other people, so it is
 * nowhere but in this page, and a reload forgets it.
 */
export function CheckSeveral() {
  const [list, setList] = useState<List>()
  const running = useRef<AbortController>(undefined)
  const { round = 0, rows = [], progress } = list ?? {}

  function run(next: readonly Row[], ofRound = round) {
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    const verify = (id: string) => verifyById(id, thisSite, signal)
    void checkRows(next, verify, signal, (shown, now) =>
      setList({ round: ofRound, rows: shown, progress: now }),
    )
  }

  function stop() {
    running.current?.abort()
    setList((now) => now && { ...now, progress: { state: 'stopped' } })
  }

  return (
    <>
      <div className="border-hairline bg-paper relative -mt-16 w-full max-w-[48rem] rounded-lg border px-5 py-4 md:-mt-20 md:px-10 md:py-6 print:hidden">
        <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-10" aria-hidden />
        <IdList
          isRunning={progress?.state === 'checking' || progress?.state === 'waiting'}
          onCheck={(ids) => run(ids.map(unchecked), round + 1)}
        />
        <noscript>
          <p>
            {words.withoutScript.text}{' '}
            <a href="/verification" className="link">
              {words.withoutScript.link}
            </a>
          </p>
        </noscript>
      </div>
      {progress ? (
        <SeveralResults
          key={round}
          rows={rows}
          progress={progress}
          onStop={stop}
          onGoOn={() => run(rows)}
          onTryAgain={() => run(rows.map((row) => (mayChange(row) ? unchecked(row.id) : row)))}
        />
      ) : null}
    </>
  )
}

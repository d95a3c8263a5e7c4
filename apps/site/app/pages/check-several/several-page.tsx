import { useState, useSyncExternalStore } from 'react'
import { PlainIdField } from '#app/certificate-view/plain-id-field.tsx'
import { metaOf } from '#app/page-meta.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { type Beside, CheckList } from './check-list.ts'
import { IdList } from './id-list.tsx'

export const meta = () => metaOf(words, '/verification/several')

/** As they were loaded, for a visitor who looks at one result and comes back to the others. */
let checks: typeof import('./several-checks.tsx') | undefined

const loadChecks = async () => (checks ??= await import('./several-checks.tsx'))

/** The list of this window. On the server it stays empty. */
const checkList = new CheckList(async (id, stop) => (await loadChecks()).check(id, stop))
const empty = checkList.snapshot()

export default function SeveralPage() {
  const snapshot = useSyncExternalStore(checkList.subscribe, checkList.snapshot, () => empty)
  const [hasFailed, setHasFailed] = useState(false)
  const { round, progress } = snapshot
  const isRunning = progress.state === 'checking' || progress.state === 'waiting'

  async function start(ids: readonly string[], beside: Beside) {
    try {
      await loadChecks()
      setHasFailed(false)
      checkList.start(ids, beside)
    } catch {
      setHasFailed(true)
    }
  }

  return (
    <>
      <div className="bg-ink text-paper jali print:hidden">
        <div className="ink-fade">
          <div className="wrap grid gap-2 pt-4 pb-22 md:gap-4 md:pt-12 md:pb-32">
            <h1 className="text-title">{words.title}</h1>
            {round === 0 ? <p className="text-ink-pale max-w-text text-lg">{words.intro}</p> : null}
          </div>
        </div>
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pb-16 md:gap-8 print:p-0">
        <div className="border-hairline bg-paper relative -mt-16 w-full max-w-[48rem] rounded-lg border px-5 py-4 md:-mt-20 md:px-10 md:py-6 print:hidden">
          <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-10" aria-hidden />
          <IdList
            isRunning={isRunning}
            round={round}
            onFound={() => void loadChecks().catch(() => undefined)}
            onCheck={(ids, beside) => void start(ids, beside)}
          />
          {hasFailed ? (
            <FailureNotice title={words.notLoaded.title}>{words.notLoaded.text}</FailureNotice>
          ) : null}
          <OneByOne />
        </div>
        {checks && round > 0 ? (
          <checks.SeveralResults {...snapshot} isRunning={isRunning} checkList={checkList} />
        ) : null}
      </div>
    </>
  )
}

/** In place of the list if there is no script: the form for one ID, which the server answers. */
function OneByOne() {
  return (
    <noscript>
      <form method="get" action="/verification" className="grid gap-4">
        <h2 className="text-heading">{words.withoutScript.title}</h2>
        <p>{words.withoutScript.text}</p>
        <PlainIdField id="id" label={words.withoutScript.label} />
        <Button type="submit" className="w-full">
          {words.withoutScript.button}
        </Button>
      </form>
    </noscript>
  )
}

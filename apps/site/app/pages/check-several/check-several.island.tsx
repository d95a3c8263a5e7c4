import { useEffect, useState, useSyncExternalStore } from 'react'
import { PlainIdField } from '#app/certificate-view/plain-id-field.tsx'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { type Beside, CheckList } from './check-list.ts'
import { IdList } from './id-list.tsx'

/** As they were loaded. */
let checks: typeof import('./several-checks.tsx') | undefined

const loadChecks = async () => (checks ??= await import('./several-checks.tsx'))

/** The list of this page. On the server it stays empty. */
const checkList = new CheckList(async (id, stop) => (await loadChecks()).check(id, stop))
const empty = checkList.snapshot()

type List = Beside & { ids: readonly string[] }

let list: List | undefined

async function start(next: List): Promise<void> {
  await loadChecks()
  list = next
  const { ids, ...beside } = next
  checkList.start(ids, beside)
}

/**
 * The list is about other people: a reload forgets it. Only while a visitor looks at one result it is in the
 * history of the tab, for a browser that does not keep the page itself.
 */
const noteWhileAway = () => history.replaceState(list ?? null, '')

function takeNoted(): List | null {
  const noted = history.state as List | null
  history.replaceState(null, '')
  return noted
}

/** A list and, below it, its results: two items of the page's grid. */
export function CheckSeveral() {
  const snapshot = useSyncExternalStore(checkList.subscribe, checkList.snapshot, () => empty)
  const [hasFailed, setHasFailed] = useState(false)
  const { round, progress } = snapshot
  const isRunning = progress.state === 'checking' || progress.state === 'waiting'

  useEffect(() => {
    const noted = takeNoted()
    if (noted) start(noted).catch(() => setHasFailed(true))
    // The browser may have kept the page after all.
    const forget = ({ persisted }: PageTransitionEvent) => void (persisted && takeNoted())
    addEventListener('pageshow', forget)
    return () => removeEventListener('pageshow', forget)
  }, [])

  return (
    <>
      <div className="border-hairline bg-paper relative -mt-16 w-full max-w-[48rem] rounded-lg border px-5 py-4 md:-mt-20 md:px-10 md:py-6 print:hidden">
        <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-10" aria-hidden />
        <IdList
          isRunning={isRunning}
          round={round}
          onFound={() => void loadChecks().catch(() => undefined)}
          onCheck={(ids, beside) =>
            void start({ ...beside, ids }).then(
              () => setHasFailed(false),
              () => setHasFailed(true),
            )
          }
        />
        {hasFailed ? (
          <FailureNotice title={words.notLoaded.title}>{words.notLoaded.text}</FailureNotice>
        ) : null}
        <OneByOne />
      </div>
      {checks && round > 0 ? (
        <checks.SeveralResults
          {...snapshot}
          isRunning={isRunning}
          checkList={checkList}
          onOpen={({ ctrlKey, metaKey, shiftKey }) => {
            if (!ctrlKey && !metaKey && !shiftKey) noteWhileAway()
          }}
        />
      ) : null}
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

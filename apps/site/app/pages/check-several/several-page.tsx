import { useSyncExternalStore } from 'react'
import { PlainIdField } from '#app/certificate-view/plain-id-field.tsx'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { metaOf } from '#app/page-meta.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { Button } from '@naic/ui/button.tsx'
import { CheckList } from './check-list.ts'
import { IdList } from './id-list.tsx'
import { SeveralResults } from './several-results.tsx'

export const meta = () => metaOf(words, '/verification/several')

/** The list of this window. On the server it stays empty. */
const checkList = new CheckList((id, stop) => verifyById(id, thisSite, stop))
const empty = checkList.snapshot()

export default function SeveralPage() {
  const snapshot = useSyncExternalStore(checkList.subscribe, checkList.snapshot, () => empty)
  const { state } = snapshot.progress
  const isRunning = state === 'checking' || state === 'waiting'
  return (
    <>
      <div className="bg-ink text-paper jali print:hidden">
        <div className="ink-fade">
          <div className="wrap grid gap-2 pt-4 pb-22 md:gap-4 md:pt-12 md:pb-32">
            <h1 className="text-title">{words.title}</h1>
            <p className="text-ink-pale max-w-text text-lg">{words.intro}</p>
          </div>
        </div>
      </div>
      <div className="wrap grid gap-6 pb-16 md:gap-8 print:p-0">
        <div className="border-hairline bg-paper relative -mt-16 max-w-[48rem] rounded-lg border px-5 py-4 md:-mt-20 md:px-10 md:py-6 print:hidden">
          <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-10" aria-hidden />
          <IdList
            isRunning={isRunning}
            round={snapshot.round}
            onCheck={(ids, beside) => checkList.start(ids, beside)}
          />
          <OneByOne />
        </div>
        <SeveralResults {...snapshot} isRunning={isRunning} checkList={checkList} />
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

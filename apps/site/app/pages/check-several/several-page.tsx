import words from '@naic/content/check-several.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { IdList } from './id-list.tsx'
import { OneByOne } from './one-by-one.tsx'
import { SeveralResults } from './several-results.tsx'
import { useCheckList } from './use-check-list.ts'

export const meta = () =>
  pageMeta({
    title: words.metaTitle,
    description: words.metaDescription,
    path: '/verification/several',
  })

export default function SeveralPage() {
  const { checkList, ...snapshot } = useCheckList()
  const { progress } = snapshot
  const isRunning = progress.state === 'checking' || progress.state === 'waiting'
  return (
    <>
      <div className="bg-ink text-paper jali print:hidden">
        <div className="ink-fade">
          <div className="wrap grid gap-4 pt-6 pb-24 md:pt-12 md:pb-32">
            <h1 className="text-title">{words.title}</h1>
            <p className="text-ink-pale max-w-text text-lg">{words.intro}</p>
          </div>
        </div>
      </div>
      <div className="wrap grid gap-10 pb-16 print:p-0">
        <div className="border-hairline bg-paper relative -mt-16 max-w-[48rem] rounded-lg border p-5 md:-mt-20 md:p-10 print:hidden">
          <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-10" aria-hidden />
          <IdList isRunning={isRunning} onCheck={(ids) => checkList.start(ids)} />
          <OneByOne />
        </div>
        <SeveralResults {...snapshot} checkList={checkList} />
      </div>
    </>
  )
}

import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { CheckSeveral } from './check-several.island.tsx'

export const severalPage: Page = () => ({
  head: metaOf(words, '/verification/several'),
  body: (
    <div className="group">
      <div className="print:hidden">
        <HeroBand open className="grid gap-2 pt-4 pb-22 md:gap-4 md:pt-12 md:pb-32">
          <h1 className="text-title">{words.title}</h1>
          <p className="text-ink-pale max-w-text text-lg group-has-[#results]:hidden">
            {words.intro}
          </p>
        </HeroBand>
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pb-16 md:gap-8 print:p-0">
        <Island>
          <CheckSeveral />
        </Island>
      </div>
    </div>
  ),
})

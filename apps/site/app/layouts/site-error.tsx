import { ButtonLink } from '@naic/ui/button.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { Reference } from '@naic/ui/reference.tsx'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import words from '@naic/content/en/site.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { PageView } from '#app/page.ts'
import { fullTitle } from '#app/full-title.ts'
import { unlistedPageMeta } from '#app/page-head.tsx'

/** In place of a page that failed. It must not need anything that may have failed. */
export const failedView = (reference: string): PageView => ({
  status: 500,
  head: <title>{fullTitle(words.failed.windowTitle)}</title>,
  body: (
    <main id="main" className="wrap grid min-h-svh content-center justify-items-start gap-6 py-16">
      <p className="font-heading text-ink-soft text-heading">{words.failed.status}</p>
      <h1 className="text-title">{words.failed.title}</h1>
      <p className="max-w-text">
        {fill(words.failed.text, { email: organisation.emails.support })}
      </p>
      <Reference of={reference} />
      <ButtonLink href="/">{words.home}</ButtonLink>
    </main>
  ),
})

/** For an address that does not exist. `page-tools.ts` tells the console. */
export const missingView = (): PageView => ({
  status: 404,
  head: unlistedPageMeta(words.notFound.windowTitle),
  body: (
    <div className="mb-12" data-missing-page>
      <HeroBand className="grid min-h-[max(50svh,22rem)] items-center gap-10 py-12 md:grid-cols-2">
        <div className="grid justify-items-start gap-5">
          <p className="text-marigold text-heading">404</p>
          <h1 className="text-title">{words.notFound.title}</h1>
          <p className="text-lg">{words.notFound.text}</p>
          <div className="flex flex-wrap gap-4">
            <ButtonLink href="/">{words.home}</ButtonLink>
            <ButtonLink href="/internships" look="outline">
              {words.notFound.internships}
            </ButtonLink>
          </div>
        </div>
        <p
          className="font-heading flex items-center text-[clamp(7rem,20vw,16rem)] leading-none max-md:-order-1 md:justify-self-end"
          aria-hidden="true"
        >
          4<LatticeStar className="text-marigold mx-2 w-[0.75em]" />4
        </p>
      </HeroBand>
    </div>
  ),
})

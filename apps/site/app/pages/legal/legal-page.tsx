import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type text from '@naic/content/en/legal/privacy.md'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { longDate, Today } from '@naic/ui/today.tsx'

type LegalText = typeof text

export function LegalPage({ text: { title, intro, sections, html } }: { text: LegalText }) {
  const followInside = useFollowInside()
  // On paper a link shows its address; one of this site needs its origin for that.
  const withOrigins = html.replaceAll(' href="/', ` data-origin="${siteUrl()}" href="/`)
  return (
    <>
      <PageBanner title={title}>{intro}</PageBanner>
      <div className="wrap grid gap-8 py-10 md:py-14 lg:grid-cols-[16rem_1fr] lg:gap-16 print:block print:py-4">
        <Contents sections={sections} />
        <article aria-label={title}>
          <p className="text-ink-soft mb-8 print:text-ink">
            Last Updated: <Today format={longDate} />
          </p>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link's own click, by mouse or key, arrives here */}
          <div
            className="legal-text"
            onClick={followInside}
            // oxlint-disable-next-line react/no-danger -- our own text, made at build; it cannot hold HTML of its own
            dangerouslySetInnerHTML={{ __html: withOrigins }}
          />
        </article>
      </div>
    </>
  )
}

/** On a narrow screen it is folded above the text; on a wide screen it stays beside the text. */
function Contents({ sections }: Pick<LegalText, 'sections'>) {
  const links = (
    <ol className="border-hairline border-l">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="hover:border-marigold hover:bg-warm -ml-px block border-l-2 border-transparent py-2.5 pl-4 leading-snug lg:py-2"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <nav aria-label="On this page" className="print:hidden">
      <details className="border-hairline bg-warm rounded-lg border lg:hidden">
        <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold">On this page</summary>
        <div className="px-4 pb-4">{links}</div>
      </details>
      <div className="sticky top-[calc(var(--header-height)+2rem)] max-h-[calc(100svh-var(--header-height)-4rem)] overflow-y-auto max-lg:hidden">
        <p className="font-heading mb-3 text-lg">On this page</p>
        {links}
      </div>
    </nav>
  )
}

/** Lets the router follow the links of a text that comes as HTML. */
function useFollowInside() {
  const navigate = useNavigate()
  return (event: MouseEvent) => {
    const path = (event.target as Element).closest('a')?.getAttribute('href')
    const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!path?.startsWith('/') || withKey || event.button !== 0) return
    event.preventDefault()
    void navigate(path)
  }
}

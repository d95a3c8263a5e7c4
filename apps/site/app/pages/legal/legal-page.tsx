import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type text from '@naic/content/en/legal/privacy.md'
import words from '@naic/content/en/legal-page.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { longDate, Today } from '@naic/ui/today.tsx'

/**
 * A page has its text from its loader: then it stands in the HTML twice, where the second time costs next
 * to nothing, and in no script.
 */
type LegalText = typeof text

/** @param text undefined if it did not arrive. */
export const legalMeta = (text: LegalText | undefined, path: string) =>
  text ? pageMeta({ title: text.title, description: text.description, path }) : []

export function LegalPage({ text }: { text: LegalText }) {
  const { title, intro, sections, inShort, html } = text
  return (
    <>
      <PageBanner title={title}>{intro}</PageBanner>
      <article
        aria-label={title}
        className="wrap grid gap-x-16 gap-y-8 py-8 md:py-14 lg:grid-cols-[16rem_minmax(0,var(--container-text))] print:block print:py-4"
      >
        <div className="grid gap-5 lg:col-start-2">
          <p className="text-ink-soft print:text-ink">
            {words.lastUpdated} <Today format={longDate} />
          </p>
          <section aria-label={words.inShort} className="in-short rounded-lg p-5 md:p-7">
            <p className="font-heading mb-3 text-xl" aria-hidden>
              {words.inShort}
            </p>
            <Text html={inShort} />
          </section>
        </div>
        <Contents sections={sections} />
        <div className="lg:col-start-2">
          <Text html={html} />
        </div>
      </article>
    </>
  )
}

function Text({ html }: { html: string }) {
  const followInside = useFollowInside()
  // On paper a link shows its address; one of this site needs its origin for that.
  const withOrigins = html.replaceAll(' href="/', ` data-origin="${siteUrl()}" href="/`)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link's own click, by mouse or key, arrives here
    <div
      className="legal-text"
      onClick={followInside}
      // oxlint-disable-next-line react/no-danger -- our own text, made at build; it cannot hold HTML of its own
      dangerouslySetInnerHTML={{ __html: withOrigins }}
    />
  )
}

/** Open between the summary and the text; on a wide screen it stays beside the text. */
function Contents({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <nav aria-label={words.contents} className="legal-contents print:hidden">
      <details open>
        <summary className="font-heading min-h-11 cursor-pointer py-2.5 text-lg">
          {words.contents}
        </summary>
        <ol className="border-hairline border-l">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="hover:border-marigold hover:bg-warm -ml-px block border-l-2 border-transparent py-3 pl-4 leading-snug lg:py-2"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
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

import accessibility from '@naic/content/en/legal/accessibility.md?raw'
import codeOfConduct from '@naic/content/en/legal/code-of-conduct.md?raw'
import cookies from '@naic/content/en/legal/cookies.md?raw'
import privacy from '@naic/content/en/legal/privacy.md?raw'
import refundPolicy from '@naic/content/en/legal/refund-policy.md?raw'
import terms from '@naic/content/en/legal/terms.md?raw'
import { putRetention } from '@naic/content/retention-words.ts'
import words from '@naic/content/en/legal-page.json' with { type: 'json' }
import type { Page } from '#app/page.ts'
import { pageMeta } from '#app/page-head.tsx'
import { retentionDays, siteUrl } from '#app/server-context/site-settings.ts'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { Today } from '@naic/ui/today.tsx'
import { type LegalText, readLegalText } from './legal-text.ts'

const legalPage =
  (markdown: string): Page =>
  ({ path }) => {
    const { text } = readLegalText(markdown)
    const { title, description } = text
    return { head: pageMeta({ title, description, path }), body: <LegalPage {...text} /> }
  }

export const accessibilityPage = legalPage(accessibility)
export const codeOfConductPage = legalPage(codeOfConduct)
export const cookiesPage = legalPage(cookies)
export const refundPolicyPage = legalPage(refundPolicy)
export const termsPage = legalPage(terms)

/** A setting says how long things are kept. */
export const privacyPage: Page = (request) => {
  const days = retentionDays()
  const text = putRetention(privacy, days === '' ? undefined : Number(days))
  return legalPage(text)(request)
}

const LegalPage = ({ title, intro, sections, inShort, html }: LegalText) => (
  <>
    <PageBanner title={title}>{intro}</PageBanner>
    <article
      aria-label={title}
      className="wrap grid gap-x-16 gap-y-8 py-8 md:py-14 lg:grid-cols-[16rem_minmax(0,var(--container-text))] print:block print:py-4"
    >
      <div className="grid gap-5 lg:col-start-2">
        <p className="text-ink-soft print:text-ink">
          {words.lastUpdated} <Today format="long" />
        </p>
        <section
          aria-label={words.inShort}
          className="border-hairline border-l-marigold bg-warm rounded-lg border border-l-4 p-5 wrap-anywhere md:p-7"
        >
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

function Text({ html }: { html: string }) {
  // On paper a link shows its address; one of this site needs its origin for that.
  const withOrigins = html.replaceAll(' href="/', ` data-origin="${siteUrl()}" href="/`)
  return (
    <div
      className="legal-text"
      // oxlint-disable-next-line react/no-danger -- our own text; it cannot hold HTML of its own
      dangerouslySetInnerHTML={{ __html: withOrigins }}
    />
  )
}

/** Open between the summary and the text; on a wide screen it stays beside the text. */
const Contents = ({ sections }: Pick<LegalText, 'sections'>) => (
  <nav
    aria-label={words.contents}
    className="lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:[grid-area:1/1/span_2] lg:max-h-[calc(100svh-var(--header-height)-4rem)] lg:self-start lg:overflow-y-auto print:hidden"
  >
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

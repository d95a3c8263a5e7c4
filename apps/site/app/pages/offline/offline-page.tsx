import { buttonClasses } from '@naic/ui/button.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import words from '@naic/content/en/offline.json' with { type: 'json' }
import siteWords from '@naic/content/en/site.json' with { type: 'json' }
import type { Page } from '#app/page.ts'
import { unlistedPageMeta } from '#app/page-head.tsx'

export const offlinePage: Page = ({ path }) => ({
  head: unlistedPageMeta(siteWords.offline.title),
  body: <OfflinePage ofCertificate={path === '/offline/certificate'} />,
})

const said = 'text-ink-pale max-w-text text-lg'

/** The worker shows it under the address of a page that is not kept. `opens-by-itself.ts` opens that page later. */
const OfflinePage = ({ ofCertificate }: { ofCertificate: boolean }) => (
  <>
    <HeroBand className="grid justify-items-start gap-4 py-6 md:py-11">
      <h1 className="text-title">
        {ofCertificate ? words.certificate.title : siteWords.offline.title}
      </h1>
      {ofCertificate ? <p className={said}>{words.certificate.why}</p> : null}
      <p className={said}>{ofCertificate ? words.certificate.later : siteWords.offline.text}</p>
      {/* Of the address that was asked for. */}
      <form data-opens-by-itself>
        <button className={buttonClasses('primary')}>{siteWords.tryAgain}</button>
      </form>
    </HeroBand>
    <section className="wrap py-8 md:py-12">
      <h2 className="text-heading">{words.keptTitle}</h2>
      <ul className="mt-4 grid gap-x-10 md:grid-cols-3">
        {words.kept.map(({ to, label, about }) => (
          <li key={to} className="border-hairline border-t">
            <a href={to} className="grid min-h-11 gap-1 py-3">
              <span className="text-peacock font-semibold underline">{label}</span>
              <span className="text-ink-soft">{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  </>
)

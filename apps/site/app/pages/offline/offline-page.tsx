import { useLocation } from 'react-router'
import { buttonClasses } from '@naic/ui/button.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { InlineScript } from '@naic/ui/inline-script.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import words from '@naic/content/en/offline.json' with { type: 'json' }
import siteWords from '@naic/content/en/site.json' with { type: 'json' }
import { unlistedPageMeta } from '#app/page-meta.ts'
import { offlinePages } from '#worker/kept-pages.ts'

export const meta = () => unlistedPageMeta(siteWords.offline.title)

const said = 'text-ink-pale max-w-text text-lg'

/**
 * Without a network the worker shows it under the address of a page that is not kept. Its own script
 * is all it has: React's would look for that other page.
 */
export default function OfflinePage() {
  const { pathname } = useLocation()
  const ofCertificate = pathname.startsWith(offlinePages.certificate)
  return (
    <>
      <HeroBand className="grid justify-items-start gap-4 py-6 md:py-11">
        <h1 className="text-title">
          {ofCertificate ? words.certificate.title : siteWords.offline.title}
        </h1>
        {ofCertificate ? <p className={said}>{words.certificate.why}</p> : null}
        <p className={said}>{ofCertificate ? words.certificate.later : siteWords.offline.text}</p>
        {/* Of the address that was asked for. */}
        <form>
          <button className={buttonClasses('primary')}>{siteWords.tryAgain}</button>
        </form>
      </HeroBand>
      <section className="wrap py-8 md:py-12">
        <h2 className="text-heading">{words.keptTitle}</h2>
        <ul className="mt-4 grid gap-x-10 md:grid-cols-3">
          {words.kept.map(({ to, label, about }) => (
            <li key={to} className="border-hairline border-t">
              <SiteLink to={to} className="grid min-h-11 gap-1 py-3">
                <span className="text-peacock font-semibold underline">{label}</span>
                <span className="text-ink-soft">{about}</span>
              </SiteLink>
            </li>
          ))}
        </ul>
      </section>
      <InlineScript code={opensByItself} />
    </>
  )
}

/**
 * Reloads only if the server answers, so that what is read aloud is not interrupted in vain. Under its
 * own address there is no other page to come.
 */
const opensByItself = `function again() {
  fetch(location.href, { method: 'HEAD', cache: 'no-store' })
    .then(({ status }) => status < 500 && location.reload(), () => undefined)
}
document.forms[0].addEventListener('submit', (event) => { event.preventDefault(); location.reload() })
if (!location.pathname.startsWith('${offlinePages.any}')) {
  addEventListener('online', again)
  setInterval(again, 10000)
}`

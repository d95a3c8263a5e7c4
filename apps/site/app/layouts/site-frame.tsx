import type { ReactNode } from 'react'
import words from '@naic/content/en/header.json' with { type: 'json' }
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { usePageAddress } from '#app/page-address.ts'
import { Island } from '#app/island.tsx'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Header and footer, and the page between them. /verify and everything below it has no header. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { path } = usePageAddress()
  const withoutHeader = /^\/verify$|\/verify\//i.test(path)
  const isHome = path === '/'
  // The frame is in English around a page in another language.
  const lang = languageOf(path) ? 'en-IN' : undefined
  return (
    <>
      <a
        href="#main"
        lang={lang}
        className="bg-paper text-ink fixed top-2 left-2 z-50 -translate-y-[200%] rounded-md px-4 py-3 font-semibold focus:translate-y-0 print:hidden"
      >
        {words.skip}
      </a>
      <div lang={lang} className="contents">
        {withoutHeader ? null : <SiteHeader transparentAtTop={isHome} />}
      </div>
      <main
        id="main"
        tabIndex={-1}
        className={`${isHome || withoutHeader ? '' : 'pt-(--header-height) print:pt-0'}${lang ? ' other-letters' : ''}`}
      >
        {children}
      </main>
      <div lang={lang} className="contents">
        <SiteFooter />
      </div>
    </>
  )
}

/** For pages without header and footer: they have only a link home and their other languages above them. */
export function BareFrame({ children }: { children: ReactNode }) {
  const { path } = usePageAddress()
  const language = languageOf(path)
  const links = (
    <LanguageLinks className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-end font-medium underline underline-offset-4 print:hidden" />
  )
  return (
    <main
      id="main"
      tabIndex={-1}
      className={`grid min-h-svh grid-rows-[auto_1fr] print:block print:min-h-0 ${language ? 'other-letters' : ''}`}
    >
      <div className="bg-ink text-paper print:text-ink print:bg-transparent">
        <div className="wrap flex h-(--header-height) items-center justify-between gap-4">
          <a href={pathIn(language, '/')} lang={language && 'en-IN'} className="min-w-0">
            <Logo />
          </a>
          {path.endsWith('/verification') ? <Island script="TypedId">{links}</Island> : links}
        </div>
      </div>
      <div>{children}</div>
    </main>
  )
}

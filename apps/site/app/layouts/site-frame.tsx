import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import words from '@naic/content/en/header.json' with { type: 'json' }
import { languageOf } from '@naic/content/languages.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/**
 * Header and footer, and the page between them. /verify and everything below it has no header.
 */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const withoutHeader = /^\/verify$|\/verify\//i.test(pathname)
  const isHome = pathname === '/'
  // The frame is in English around a page in another language.
  const lang = languageOf(pathname) ? 'en-IN' : undefined
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
        className={isHome || withoutHeader ? '' : 'pt-(--header-height) print:pt-0'}
      >
        {children}
      </main>
      <div lang={lang} className="contents">
        <SiteFooter />
      </div>
    </>
  )
}

import { Outlet, useLocation } from 'react-router'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'
import { SiteError } from './site-error.tsx'

/** For pages without header and footer: they have only a link home and their other languages above them. */
export default function BareLayout() {
  const language = languageOf(useLocation().pathname)
  return (
    <main id="main" tabIndex={-1} className="grid min-h-svh grid-rows-[auto_1fr]">
      <div className="bg-ink text-paper print:text-ink print:bg-transparent">
        <div className="wrap flex h-(--header-height) items-center justify-between gap-4">
          <SiteLink to={pathIn(language, '/')} lang={language && 'en-IN'} className="min-w-0">
            <Logo />
          </SiteLink>
          <LanguageLinks className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-end font-medium underline underline-offset-4 print:hidden" />
        </div>
      </div>
      <div>
        <Outlet />
      </div>
    </main>
  )
}

/** With the frame, for its links. */
export const ErrorBoundary = SiteError

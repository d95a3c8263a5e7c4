import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { languageOf } from '@naic/content/languages.ts'
import words from '@naic/content/en/site.json' with { type: 'json' }
import headingFont from './fonts/anek-latin-heading.woff2?url'
import { IslandRenderer, type RenderIsland } from './island.tsx'
import { failedView, missingView } from './layouts/site-error.tsx'
import { BareFrame, SiteFrame } from './layouts/site-frame.tsx'
import type { PageRequest, PageView } from './page.ts'
import { PageAddressContext } from './page-address.ts'
import { findRoute, type Route, routes } from './routes.ts'
import {
  documentSettings,
  serveSettings,
  type SiteSettings,
} from './server-context/site-settings.ts'

/** What the build made of the browser's half: addresses of files. */
export type Assets = {
  /** Of the program. */
  version: string
  /** Brings islands to life. */
  script: string
  sheet: string
  /** @returns the scripts that an island needs besides, by the island's name. */
  scriptsOf: (island: string) => readonly string[]
}

export { routes }

export type Asked = Omit<PageRequest, 'id' | 'query'> & {
  /** The query with its question mark; empty if there is none. */
  search: string
}

/** A document but for the rules that it begins with, which stand between its two parts. */
export type RenderedPage = { status: number; before: string; after: string }

/**
 * @param settings that every page is rendered with from now on.
 * @param assets of the build; while developing, those of Vite.
 */
export function createRenderer(settings: SiteSettings, assets: Assets) {
  serveSettings(settings)
  return {
    routes,
    /** Renders the page of an address. A page that fails says so, and the log says why. */
    async render(asked: Asked): Promise<RenderedPage> {
      const { path, search, reference } = asked
      const match = findRoute(path)
      const query = understood(search, match?.route.query)
      const request = { ...asked, id: match?.id ?? '', query }
      try {
        const found = await match?.route.page(request)
        if (found) return documentOf(asked, found, match?.route.frame, assets)
        return documentOf(asked, missingView(), undefined, assets)
      } catch (error) {
        console.error(`A page failed; its request is ${reference || 'none'}:`, error)
        return documentOf(asked, failedView(reference), 'alone', assets)
      }
    },
  }
}

/** @returns the parameters that the route names: a page that is kept must not depend on any other. */
const understood = (search: string, names: readonly string[] = []) =>
  new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => names.includes(name)))

/**
 * Where toasts appear (`toast.ts`). Its lists are there from the start and empty: screen readers announce only
 * what comes into a live region that they know.
 */
const ToastRegion = () => (
  <section aria-label={words.notifications} className="print:hidden" data-dismiss={words.dismiss}>
    <ol aria-live="polite" />
    <ol aria-live="assertive" />
  </section>
)

const frames = {
  site: SiteFrame,
  bare: BareFrame,
  alone: ({ children }: { children: ReactElement }) => children,
}

function documentOf(
  { path, search }: Asked,
  { status = 200, head, body }: PageView,
  frame: Route['frame'],
  assets: Assets,
): RenderedPage {
  const Frame = frames[frame ?? 'site']
  const address = { path, search }
  const scripts = new Set<string>()
  let islands = 0

  /** As the browser hydrates it: alone, and with ids of its own, by its number on the page. */
  const renderIsland: RenderIsland = (island, { name, isScript }) => {
    assets.scriptsOf(name).forEach((script) => scripts.add(script))
    const toHtml = isScript ? renderToStaticMarkup : renderToString
    return toHtml(
      <IslandRenderer value={undefined}>
        <PageAddressContext value={address}>{island}</PageAddressContext>
      </IslandRenderer>,
      { identifierPrefix: `i${islands++}` },
    )
  }

  const shown = renderToStaticMarkup(
    <IslandRenderer value={renderIsland}>
      <PageAddressContext value={address}>
        <Frame>{body}</Frame>
        {frame === 'alone' ? null : <ToastRegion />}
      </PageAddressContext>
    </IslandRenderer>,
  )
  const said = renderToStaticMarkup(
    <html lang={languageOf(path)?.code ?? 'en-IN'} {...documentSettings()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1c1f4a" />
        <meta name="generator" content={`naic ${assets.version}`} />
        {head}
        <link
          rel="preload"
          href={headingFont}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script type="module" src={assets.script} />
        {[...scripts].map((script) => (
          <link key={script} rel="modulepreload" href={script} fetchPriority="low" />
        ))}
      </head>
    </html>,
  )
  // In the body, where it does not delay what is before it.
  const sheet = `<link rel="stylesheet" href="${assets.sheet}" fetchPriority="low"/>`
  return {
    status,
    before: `<!DOCTYPE html>${said.replace('</head></html>', '')}`,
    after: `</head><body>${shown}${sheet}</body></html>`,
  }
}

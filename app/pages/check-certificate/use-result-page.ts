import { use, useCallback } from 'react'
import {
  href,
  matchRoutes,
  // Nothing public says which script a page has.
  // oxlint-disable-next-line eslint/no-restricted-imports
  UNSAFE_FrameworkContext as FrameworkContext,
} from 'react-router'

/** Any certificate's; `href` takes only what the route table has. */
const address = href('/verify/:id?', { id: 'ANY' })

type Routes = NonNullable<React.ContextType<typeof FrameworkContext>>['manifest']['routes']

/**
 * The script of the page that shows a certificate, fetched before anyone goes there. React
 * Router has `PrefetchPageLinks` for this, but where a script cannot be fetched that reloads the
 * page, and takes the ID from whoever is typing it.
 *
 * @returns a function that fetches the script, and says whether it is there. It may be called
 *   again, and then fetches only what is missing.
 */
export function useResultPage(): () => Promise<boolean> {
  const routes = use(FrameworkContext)?.manifest.routes

  return useCallback(async () => {
    const scripts = scriptsOf(routes ?? {})
    try {
      await Promise.all(scripts.map((script) => import(/* @vite-ignore */ script)))
      return scripts.length > 0
    } catch {
      return false
    }
  }, [routes])
}

/** Of the page at the address, and of the layouts that it stands in. */
function scriptsOf(routes: Routes): string[] {
  // The layouts add nothing to the paths of the pages in them.
  const pages = Object.values(routes).flatMap((route) =>
    route?.path ? [{ id: route.id, path: route.path }] : [],
  )
  const page = matchRoutes(pages, address)?.[0]?.route.id
  const scripts: string[] = []
  for (let route = routes[page ?? '']; route; route = routes[route.parentId ?? '']) {
    scripts.push(route.module)
  }
  return scripts
}

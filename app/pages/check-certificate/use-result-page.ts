import { use, useCallback } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'

/** As the build names it, after its file. */
const resultPage = 'pages/certificate-result/certificate-page'

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
    const modules: string[] = []
    // The page, and the layouts that it stands in.
    for (let route = routes?.[resultPage]; route; route = routes?.[route.parentId ?? '']) {
      modules.push(route.module)
    }
    try {
      await Promise.all(modules.map((module) => import(/* @vite-ignore */ module)))
      return true
    } catch {
      return false
    }
  }, [routes])
}

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { filesOf } from './page-files.ts'

/**
 * Fetches what the next page needs, so that it opens without waiting for the line: of the pages that
 * most go on to, when nothing else is under way (10 KB at most), and of the one whose link is being
 * touched or pointed at. Nothing where the visitor saves data.
 *
 * It only fills the browser's cache. React Router's own `PrefetchPageLinks` loads the scripts, and
 * reloads the page where one does not come: what was filled in would be gone.
 */
export function FetchAhead() {
  const { pathname } = useLocation()

  useEffect(() => {
    if (!isWelcome()) return undefined
    return whenIdle(() => likelyPages(pathname).forEach(fetchFilesOf))
  }, [pathname])

  useEffect(() => {
    if (!isWelcome()) return undefined
    const see = ({ target }: Event) => {
      const page = pageOf(target)
      if (page) fetchFilesOf(page)
    }
    for (const sign of signs) document.addEventListener(sign, see, { passive: true })
    return () => signs.forEach((sign) => document.removeEventListener(sign, see))
  }, [])

  return null
}

/** What was asked for and may not have come yet. */
const asked = new Set<string>()

function fetchFilesOf(page: string) {
  if (!navigator.onLine) return
  for (const address of filesOf(page)) {
    if (asked.has(address)) continue
    asked.add(address)
    // Whether it came is seen when it is needed; the next sign may try again.
    fetch(address, { priority: 'low' })
      .then((response) => response.blob())
      .catch(() => undefined)
      .finally(() => asked.delete(address))
  }
}

/** That somebody is about to follow a link. */
const signs = ['pointerdown', 'mouseover', 'focusin'] as const

/** @returns path and query of the page of this site that a link under the target leads to. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target || link.download) return undefined
  return link.pathname + link.search
}

function isWelcome(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  const saves = connection?.saveData === true || connection?.effectiveType.endsWith('2g') === true
  return !saves && !import.meta.env.DEV
}

/** @returns a call after which nothing is done any more. */
function whenIdle(work: () => void): () => void {
  let isOver = false
  const run = () => {
    if (!isOver) work()
  }
  // Safari has no idle callbacks.
  const ask = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 1_000)
  if (document.readyState === 'complete') ask()
  else addEventListener('load', ask, { once: true })
  return () => {
    isOver = true
  }
}

/** Where most visitors go on to, by the path where they are; what is below it counts as well. */
const likelyAfter: Record<string, readonly string[]> = {
  '/': ['/internships'],
  '/internships/': ['/apply'],
}

/**
 * @param pathname of the page that is shown.
 * @returns paths of the pages to fetch ahead, the likeliest first.
 */
function likelyPages(pathname: string): readonly string[] {
  if (pathname === '/internships') return firstInternship()
  const section = pathname.replace(/(?<=.)\/[^/]*$/, '/')
  return likelyAfter[pathname] ?? likelyAfter[section] ?? []
}

/** All have the same page; its words come with the touch. */
const firstInternship = () => {
  const link = document.querySelector<HTMLAnchorElement>('main a[href^="/internships/"]')
  return link ? [link.pathname] : []
}

import { useEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation } from 'react-router'
import { likelyPages } from './likely-pages.ts'

/**
 * Fetches what the next page needs, so that it opens without waiting for the line: of the pages that
 * most go on to, when nothing else is under way (10 KB at most), and of the one whose link is being
 * touched or pointed at. Nothing where the visitor saves data, and nothing without a network: React
 * Router reloads a page when a script of another cannot be fetched, and what was filled in is gone.
 */
export function FetchAhead() {
  const { pathname } = useLocation()
  return <FetchAheadOf key={pathname} pathname={pathname} />
}

function FetchAheadOf({ pathname }: { pathname: string }) {
  const [pages, setPages] = useState<readonly string[]>([])

  useEffect(() => {
    if (savesData()) return undefined
    return whenIdle(() => {
      if (navigator.onLine) setPages(withAll(likelyPages(pathname)))
    })
  }, [pathname])

  useEffect(() => {
    if (savesData()) return undefined
    const add = ({ target }: Event) => {
      const page = pageOf(target)
      if (page && navigator.onLine) setPages(withAll([page]))
    }
    for (const sign of signs) document.addEventListener(sign, add, { passive: true })
    return () => signs.forEach((sign) => document.removeEventListener(sign, add))
  }, [])

  return pages.map((page) => <PrefetchPageLinks key={page} page={page} />)
}

const withAll = (more: readonly string[]) => (before: readonly string[]) => [
  ...new Set([...before, ...more]),
]

/** That somebody is about to follow a link. */
const signs = ['pointerdown', 'mouseover', 'focusin'] as const

/** @returns path and query of the page of this site that a link under the target leads to. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target || link.download) return undefined
  return link.pathname + link.search
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection?.saveData === true || connection?.effectiveType.endsWith('2g') === true
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

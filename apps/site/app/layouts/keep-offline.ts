import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepsNothing } from '#app/server-context/site-settings.ts'
import { savesData, whenIdle } from './fetch-ahead.tsx'

/** A visitor who leaves at once has paid for nothing that is kept. */
const restMs = 3_000

/**
 * Lets a worker keep the catalogue for when there is no network (decision 095), once this page has
 * come and its line is idle. Whoever saves data is asked nothing of, unless the site is installed or
 * has something saved in it: then they mean to come back.
 *
 * @returns what a page must begin anew with, which may read its query only then.
 */
export function useOfflineCopy(): string {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [given, setGiven] = useState('')
  if (search === query && given !== query) setGiven(query)

  useEffect(() => {
    if (query) void navigate(query + location.hash, { replace: true })
  }, [navigate])

  useEffect(() => {
    const isOff = import.meta.env.DEV || document.documentElement.hasAttribute(keepsNothing)
    if (isOff || !('serviceWorker' in navigator)) return undefined
    if (savesData() && !isComingBack()) return undefined
    // It is the browser's to say no, as in a private window.
    return whenIdle(
      () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined),
      restMs,
    )
  }, [])
  return given
}

function isComingBack(): boolean {
  if (matchMedia('(display-mode: minimal-ui), (display-mode: standalone)').matches) return true
  try {
    // A list of numbers (`apps/site/app/catalogue/saved-internships.tsx`).
    return /\d/.test(localStorage.getItem('saved-internships') ?? '')
  } catch {
    return false
  }
}

/**
 * A kept page was made without a query, such as that of a search: it begins without it, and gets it
 * once it is hydrated.
 */
const query = takeQuery()

function takeQuery(): string {
  if (typeof document === 'undefined' || !document.querySelector('[data-kept-copy]')) return ''
  const { pathname, search, hash } = location
  history.replaceState(history.state, '', pathname + hash)
  return search
}

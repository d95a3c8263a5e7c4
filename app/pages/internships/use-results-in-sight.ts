import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** What of the results must be in sight, in pixels: how many there are, and the first one's title. */
const enough = 190

/**
 * Whoever types or chooses sees what came of it: where the keyboard lies over the results, or they
 * were scrolled past, they come to the top, below the search.
 *
 * @returns to be put on the results.
 */
export function useResultsInSight() {
  const results = useRef<HTMLDivElement>(null)
  const { search } = useLocation()
  const navigationType = useNavigationType()
  const shown = useRef(search)

  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    // Going back, the browser itself knows the place.
    if (navigationType === 'POP' || !results.current) return
    const { top } = results.current.getBoundingClientRect()
    const height = visualViewport?.height ?? innerHeight
    if (top < 0 || top + enough > height) results.current.scrollIntoView({ behavior: 'instant' })
  }, [search, navigationType])

  return results
}

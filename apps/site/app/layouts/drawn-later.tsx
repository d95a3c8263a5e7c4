import { type ReactNode, useDeferredValue } from 'react'
import { useLocation, useNavigationType } from 'react-router'

type Props = {
  /** Whether it is on the first screen after all, such as the result of a search. */
  now?: boolean
  children: ReactNode
}

/**
 * What is below the first screen of a page, however small or large that is. After a link it is drawn a moment
 * after what is above it, which on a slow phone halves the time until the new page is there. The server
 * draws it at once, and so does a step back, because the browser looks for the place where the visitor was, and
 * an address that names a place.
 */
export function DrawnLater({ now = false, children }: Props) {
  const { hash } = useLocation()
  const isFollowed = useNavigationType() !== 'POP' && hash === ''
  const isDrawn = useDeferredValue(true, now || !isFollowed)
  // So high that nothing that follows is seen moving away.
  return isDrawn ? children : <div className="min-h-svh" />
}

import { useNavigation } from 'react-router'

/** Shows that the next page is under way, if it takes longer than 300 ms. */
export function PageProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="bg-marigold animate-page-progress fixed inset-x-0 top-0 z-50 h-1 origin-left forced-colors:bg-[Highlight]"
    />
  )
}

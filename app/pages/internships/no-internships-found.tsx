import { SearchX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '#app/ui/button.tsx'

/**
 * Comes with the words of all skills, which nobody needs who finds something. Without a network the
 * rest of the page stands all the same.
 */
const NearestLinks = lazy(() =>
  import('./nearest-links.tsx').then(
    ({ NearestLinks: links }) => ({ default: links }),
    () => ({ default: () => null }),
  ),
)

/** @param text that was looked for. */
export function NoInternshipsFound({ text, clear }: { text: string; clear: () => void }) {
  return (
    <div className="border-control bg-warm grid justify-items-center gap-2 rounded-lg border border-dashed px-4 py-5 text-center md:gap-3 md:py-12">
      <SearchX aria-hidden className="text-peacock size-10" strokeWidth={1.5} />
      <h2 className="text-heading">No internships found</h2>
      <p className="text-ink-soft">Try adjusting your search or filter criteria</p>
      {/* A form of its own: without JavaScript the button leads to the whole list as well. */}
      <form
        action="/internships"
        onSubmit={(event) => {
          event.preventDefault()
          clear()
        }}
        className="mt-1 md:mt-3"
      >
        <Button type="submit" look="outline">
          Clear Filters
        </Button>
      </form>
      <Suspense>
        <NearestLinks text={text} />
      </Suspense>
    </div>
  )
}

import { SearchX } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'

export function NoInternshipsFound({ clear }: { clear: () => void }) {
  return (
    <div className="border-control bg-warm grid justify-items-center gap-3 rounded-lg border border-dashed px-6 py-16 text-center">
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
        className="mt-3"
      >
        <Button type="submit" look="outline">
          Clear Filters
        </Button>
      </form>
    </div>
  )
}

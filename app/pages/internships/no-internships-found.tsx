import { SearchX } from 'lucide-react'
import { SiteLink } from '#app/ui/site-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { catalogue } from '#content/catalogue.ts'
import { categoryPath } from '#content/categories.ts'
import { skillWordsOf } from '#content/skill-words.ts'
import { nearestCategories } from './nearest-categories.ts'

/** @param text that was looked for. */
export function NoInternshipsFound({ text, clear }: { text: string; clear: () => void }) {
  const nearest = nearestCategories(text, catalogue, skillWordsOf)
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
      {nearest.length > 0 ? (
        <nav aria-label="Nearest categories" className="mt-2">
          <p className="font-semibold">Did you mean one of these?</p>
          <ul className="flex flex-wrap justify-center gap-x-6">
            {nearest.map((category) => (
              <li key={category}>
                <SiteLink
                  to={categoryPath(category)}
                  className="link inline-flex min-h-11 items-center font-medium"
                >
                  {category}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  )
}

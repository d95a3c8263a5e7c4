import { SiteLink } from '#app/ui/site-link.tsx'
import { catalogue } from '#content/catalogue.ts'
import { categoryPath } from '#content/categories.ts'
import { skillWordsOf } from '#content/skill-words.ts'
import { nearestCategories } from './nearest-categories.ts'

/** @param text that was looked for and not found. */
export function NearestLinks({ text }: { text: string }) {
  const nearest = nearestCategories(text, catalogue, skillWordsOf)
  if (nearest.length === 0) return null
  return (
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
  )
}

import { CalendarDays, Monitor } from 'lucide-react'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'

/** How long and where, on one line. */
export function InternshipFacts({
  internship: { duration, mode },
}: {
  internship: Pick<CatalogueEntry, 'duration' | 'mode'>
}) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium">
      <Duration of={duration} />
      <li className="flex items-center gap-2">
        <Monitor aria-hidden className="text-peacock size-4" />
        <span className="sr-only">Mode: </span>
        <span>{mode}</span>
      </li>
    </ul>
  )
}

/** In a list of facts. */
export function Duration({ of: duration }: { of: string }) {
  return (
    <li className="flex items-center gap-2">
      <CalendarDays aria-hidden className="text-peacock size-4" />
      <span className="sr-only">Duration: </span>
      <span>{duration}</span>
    </li>
  )
}

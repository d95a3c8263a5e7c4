import { Eye } from 'lucide-react'
import words from '#content/certificate.json' with { type: 'json' }
import type { WitnessSighting } from '#credential/verify/witness-sightings.ts'
import { toLongDate } from './dates.ts'

/** Who else has seen the certificate's entry in the log, by keys that this site names. */
export function WitnessSightings({ sightings }: { sightings: readonly WitnessSighting[] }) {
  if (sightings.length === 0) return null
  return (
    <div className="text-ink-soft mt-4 grid gap-2 text-sm">
      <ul className="grid gap-1">
        {sightings.map(({ name, vkey, time }) => (
          <li key={vkey} className="grid grid-cols-[--spacing(10)_minmax(0,1fr)] wrap-anywhere">
            <Eye aria-hidden className="size-5" />
            {words.seen.by
              .replace('[name]', () => name)
              .replace('[date]', toLongDate(time.toISOString()))}
          </li>
        ))}
      </ul>
      <p className="max-w-text">{words.seen.how}</p>
    </div>
  )
}

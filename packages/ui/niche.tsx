import type { IconNode } from 'lucide'
import { Icon } from './icon.tsx'

/** A small window arch with a picture in it, for the head of a card. */
export const Niche = ({ icon }: { icon: IconNode }) => (
  <span className="relative block h-14 w-12 shrink-0">
    <svg viewBox="0 0 56 64" aria-hidden="true" className="fill-peacock-pale stroke-peacock h-full">
      <path
        d="M1 63V29c0-13 8-14 15-18C22 8 27 6 28 1c1 5 6 7 12 10 7 4 15 5 15 18v34z"
        strokeOpacity=".45"
      />
    </svg>
    <Icon of={icon} className="text-peacock absolute top-5 left-3 size-6" />
  </span>
)

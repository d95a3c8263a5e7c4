import { Bookmark } from 'lucide-react'
import { SiteLink } from '#app/ui/site-link.tsx'

/** To the saved ones and back; there is none as long as nothing was saved. */
export function SavedLink({ number, shown }: { number: number; shown: boolean }) {
  if (number === 0 && !shown) return null
  return (
    <SiteLink
      to={shown ? '/internships' : savedPath}
      className="link inline-flex min-h-11 items-center gap-1.5 font-semibold max-sm:text-sm"
    >
      {shown ? (
        'All internships'
      ) : (
        <>
          <Bookmark aria-hidden className="size-4 fill-current max-[22rem]:hidden" />
          {`Saved (${number})`}
        </>
      )}
    </SiteLink>
  )
}

/** Only the browser knows which they are: the server answers this address with the whole list. */
const savedPath = '/internships?saved=1'

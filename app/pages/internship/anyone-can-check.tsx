import { SiteLink } from '#app/ui/site-link.tsx'
import words from '#content/internship-page.json' with { type: 'json' }

/** What makes the certificate worth something to others, where it is named among the benefits. */
export function AnyoneCanCheck() {
  return (
    <p className="text-sm">
      {words.anyoneCanCheck}{' '}
      <SiteLink to="/verification" className="link inline-flex min-h-11 items-center">
        See how
      </SiteLink>
    </p>
  )
}

import organisation from '#content/organisation.json' with { type: 'json' }
import { ButtonLink } from '../ui/button.tsx'
import { ReferenceOfPage } from '../ui/reference.tsx'

/** What is left when a page fails: it must not need anything that may have failed. */
export function ErrorPage({ status }: { status: number }) {
  return (
    <main id="main" className="wrap grid min-h-svh content-center justify-items-start gap-6 py-16">
      <title>{`Something went wrong | ${organisation.shortName}`}</title>
      <p className="font-heading text-ink-soft text-heading">{status}</p>
      <h1 className="text-title">Something went wrong on our side</h1>
      <p className="max-w-text">
        The page could not be shown. Please reload it in a minute. If it happens again, write to{' '}
        {organisation.emails.support} and tell us what you were doing.
      </p>
      <ReferenceOfPage />
      {/* A full page load: the router itself may be what failed. */}
      <ButtonLink to="/" reloadDocument>
        Return to Home
      </ButtonLink>
    </main>
  )
}

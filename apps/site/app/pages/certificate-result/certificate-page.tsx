import { useState } from 'react'
import { data } from 'react-router'
import { PlainIdField } from '#app/certificate-view/plain-id-field.tsx'
import { Logo } from '#app/layouts/logo.tsx'
import { requireDecodable } from '#app/page-meta.ts'
import { servedContext, statusOfLookup } from '#app/server-context/load-context.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { Button } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { Route } from './+types/certificate-page'
import { certificateMeta } from './certificate-meta.ts'
import { CertificateResult, CertificateStatus, useVerification } from './certificate-result.tsx'
import { CertificateWithoutScript } from './certificate-without-script.tsx'

/** What the register says, for the head of the document and for readers without JavaScript. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireDecodable(request.url)
  const asked = params.id ?? ''
  const id = cleanCertificateId(asked)
  // /verify without an ID is a page.
  if (id === '') {
    return data({ state: 'unknown', didYouMean: [] } as const, { status: asked === '' ? 200 : 404 })
  }
  const registered = await context.get(servedContext).certificates(id)
  return data(registered, { status: statusOfLookup(registered) })
}

/** In the browser the page fetches evidence instead, and checks it. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  requireDecodable(request.url)
  return null
}

export const meta: Route.MetaFunction = ({ loaderData, params }) =>
  certificateMeta(params.id ?? '', loaderData ?? undefined)

export default function CertificatePage({ loaderData, params }: Route.ComponentProps) {
  const asked = params.id ?? ''
  const id = cleanCertificateId(asked)
  const [attempt, setAttempt] = useState(0)
  const verification = useVerification(id, attempt)
  function tryAgain() {
    setAttempt((count) => count + 1)
    // The button that had the focus goes.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div data-one-sheet className="bg-warm jali-ink print:bg-transparent print:bg-none">
      <div className="bg-ink text-paper print:hidden">
        <div className="wrap flex min-h-(--header-height) flex-wrap items-center justify-between gap-x-6">
          <SiteLink to="/" className="min-w-0">
            <Logo />
          </SiteLink>
          <SiteLink to="/" className="-mr-3 p-3 font-medium underline underline-offset-4">
            <span className="max-sm:sr-only">Back to </span>Home
          </SiteLink>
        </div>
      </div>
      <CertificateStatus id={id} verification={verification} />
      <CertificateResult
        id={id}
        asked={asked}
        verification={verification}
        tryAgain={tryAgain}
        revoked={loaderData?.state === 'found' ? loaderData.revoked : undefined}
      />
      <noscript>
        <CertificateWithoutScript
          id={id}
          asked={asked}
          registered={loaderData ?? { state: 'unavailable' }}
        />
      </noscript>
      <CheckAnother />
    </div>
  )
}

/** A plain form, so that it works before the script and without it. */
function CheckAnother() {
  return (
    <section className="wrap max-w-[64rem] pb-12 print:hidden" aria-labelledby="check-another">
      <div className="border-hairline bg-paper grid gap-4 rounded-lg border p-6">
        <h2 id="check-another" className="text-heading">
          Check another
        </h2>
        <form
          method="get"
          action="/verification"
          className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <PlainIdField id="another-id" label="ID of another certificate" />
          <Button type="submit" look="outline">
            Check
          </Button>
        </form>
        <p>
          Do you have a list of IDs?{' '}
          <SiteLink to="/verification/several" className="link inline-block py-2.5 font-medium">
            Check several at once
          </SiteLink>
        </p>
      </div>
    </section>
  )
}

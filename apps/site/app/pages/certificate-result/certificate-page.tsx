import { useState } from 'react'
import { data } from 'react-router'
import { Logo } from '#app/layouts/logo.tsx'
import { requireDecodable } from '#app/page-meta.ts'
import { certificatesContext, statusOfLookup } from '#app/server-context/load-context.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import type { Route } from './+types/certificate-page'
import { certificateMeta } from './certificate-meta.ts'
import { CertificateResult } from './certificate-result.tsx'
import { CertificateStatus } from './certificate-status.tsx'
import { CertificateWithoutScript } from './certificate-without-script.tsx'
import { CheckAnother } from './check-another.tsx'
import { useVerification } from './use-verification.ts'

/** What the register says, for the head of the document and for readers without JavaScript. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireDecodable(request.url)
  const asked = params.id ?? ''
  const id = cleanCertificateId(asked)
  // The page of no ID at all is there.
  if (id === '') {
    return data({ state: 'unknown', didYouMean: [] } as const, { status: asked === '' ? 200 : 404 })
  }
  const registered = await context.get(certificatesContext)(id)
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
    // The button that had it goes.
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

import { useEffect, useState } from 'react'
import { data, useNavigationType } from 'react-router'
import { Logo } from '#app/layouts/logo.tsx'
import { focusHeading } from '#app/layouts/route-change.tsx'
import { requireDecodable } from '#app/page-meta.ts'
import { servedContext, statusOfLookup } from '#app/server-context/load-context.ts'
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { Route } from './+types/certificate-page'
import { certificateMeta } from './certificate-meta.ts'
import { CertificateResult, CertificateStatus, useVerification } from './certificate-result.tsx'
import { CertificateWithoutScript } from './certificate-without-script.tsx'
import { CheckAnother } from './check-another.tsx'
import { Say } from '#app/share/share-buttons.tsx'
import { qrCode } from '#app/address-code/qr-code.ts'

/** What the register says, for the head of the document and for readers without JavaScript. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireDecodable(request.url)
  const asked = params.id ?? ''
  const id = cleanCertificateId(asked)
  // /verify without an ID is a page.
  if (id === '') {
    const registered = { state: 'unknown', didYouMean: [] } as const
    return data({ registered, code: undefined }, { status: asked === '' ? 200 : 404 })
  }
  const registered = await context.get(servedContext).certificates(id)
  const code = registered.state === 'found' ? qrCode(registered.address) : undefined
  return data({ registered, code }, { status: statusOfLookup(registered) })
}

/** In the browser the page fetches evidence instead, and checks it. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  requireDecodable(request.url)
  return null
}

export const meta: Route.MetaFunction = ({ loaderData, params }) =>
  certificateMeta(params.id ?? '', loaderData?.registered)

export default function CertificatePage({ loaderData, params }: Route.ComponentProps) {
  const asked = params.id ?? ''
  const id = cleanCertificateId(asked)
  const { registered, code } = loaderData ?? {}
  const [attempt, setAttempt] = useState(0)
  const verification = useVerification(id, attempt)
  const [said, say] = useState('')
  useFocusOnHeading(verification.state, attempt)
  // An ID that nobody has is corrected where the page says so.
  const isUnknown =
    (verification.state === 'verifying' ? registered?.state : verification.state) === 'unknown'
  return (
    <div
      data-one-sheet
      // Any half of any screen of one that does not count looks as wrong as the whole.
      className="bg-warm jali-ink min-h-svh has-[.voided-sheet]:bg-error-pale has-[.voided-sheet]:bg-none print:min-h-0 print:bg-transparent print:bg-none"
    >
      <div className="bg-ink text-paper print:hidden">
        <div className="wrap flex min-h-(--header-height) flex-wrap items-center justify-between gap-x-6">
          <SiteLink to="/" className="min-w-0">
            <Logo />
          </SiteLink>
          <SiteLink to="/" className="-mr-3 p-3 font-medium underline underline-offset-4">
            <span className="max-sm:sr-only">{page.home.back}</span>
            {page.home.home}
          </SiteLink>
        </div>
      </div>
      <CertificateStatus id={id} verification={verification} said={said} />
      <Say value={say}>
        <CertificateResult
          id={id}
          asked={asked}
          verification={verification}
          tryAgain={() => setAttempt((count) => count + 1)}
          revoked={registered?.state === 'found' ? registered.revoked : undefined}
          code={code}
        />
      </Say>
      <noscript>
        <CertificateWithoutScript
          id={id}
          asked={asked}
          registered={registered ?? { state: 'unavailable' }}
          code={code}
        />
      </noscript>
      {isUnknown ? null : (
        <div className="wrap max-w-[64rem] pb-6 md:pb-10 print:hidden">
          <CheckAnother />
        </div>
      )}
    </div>
  )
}

/** The heading that had the focus goes with what it headed, and a button with its failure. */
function useFocusOnHeading(state: string, attempt: number): void {
  const isFollowed = useNavigationType() === 'PUSH'
  useEffect(() => {
    if ((isFollowed || attempt > 0) && document.activeElement === document.body) focusHeading()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with each state there is another heading
  }, [isFollowed, attempt, state])
}

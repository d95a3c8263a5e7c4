import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import words from '@naic/content/en/certificate-document.json' with { type: 'json' }
import { CodeDrawing } from '#app/address-code/code-drawing.tsx'
import { Island } from '#app/island.tsx'
import { Logo } from '#app/layouts/logo.tsx'
import type { Page } from '#app/page.ts'
import { type CertificateState, statusOfLookup } from '#app/server-context/load-context.ts'
import { CertificateCheck } from './certificate-check.island.tsx'
import { certificateMeta } from './certificate-meta.ts'
import { CertificateWithoutScript } from './certificate-without-script.tsx'
import { addressOf, pageCode } from './page-code.tsx'

/**
 * What the register says is for the head of the document and for readers without JavaScript. The browser
 * fetches evidence instead, and checks it.
 */
export const certificatePage: Page = async ({ id: asked, certificates }) => {
  const id = cleanCertificateId(asked)
  const registered = id === '' ? none : await certificates(id)
  return {
    // /verify without an ID is a page.
    status: asked === '' ? 200 : statusOfLookup(registered),
    head: certificateMeta(asked, registered),
    body: <CertificatePage id={id} asked={asked} registered={registered} />,
  }
}

const none: CertificateState = { state: 'unknown', didYouMean: [] }

type Props = {
  id: string
  /** The ID as it is in the address, which may be anything. */
  asked: string
  registered: CertificateState
}

function CertificatePage({ id, asked, registered }: Props) {
  return (
    <div
      data-one-sheet
      // Any half of any screen of one that does not count looks as wrong as the whole.
      className="bg-warm jali-ink min-h-svh has-[.voided-sheet]:bg-error-pale has-[.voided-sheet]:bg-none print:min-h-0 print:bg-transparent print:bg-none"
    >
      <div className="bg-ink text-paper print:hidden">
        <div className="wrap flex min-h-(--header-height) flex-wrap items-center justify-between gap-x-6">
          <a href="/" className="min-w-0">
            <Logo />
          </a>
          <a href="/" className="-mr-3 p-3 font-medium underline underline-offset-4">
            <span className="max-sm:sr-only">{words.home.back}</span>
            {words.home.home}
          </a>
        </div>
      </div>
      {/* Also for what the register could not be asked about: the browser asks again. */}
      <div hidden>
        <CodeDrawing id={pageCode} address={addressOf(id)} />
      </div>
      <noscript>
        <CertificateWithoutScript id={id} asked={asked} registered={registered} />
      </noscript>
      <Island>
        <CertificateCheck
          id={id}
          asked={asked}
          isUnknown={registered.state === 'unknown'}
          revoked={registered.state === 'found' ? registered.revoked : undefined}
        />
      </Island>
    </div>
  )
}

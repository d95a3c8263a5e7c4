import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import document from '@naic/content/en/certificate-document.json' with { type: 'json' }
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { CodeDrawing } from '#app/address-code/code-drawing.tsx'
import { toDay, toLongDate } from '#app/certificate-view/dates.ts'
import { labelGiven } from '#app/certificate-view/given-facts.ts'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { ReplacedBy, ResultNotice, WhatToDo } from '#app/certificate-view/verdict-notice.tsx'
import { Island } from '#app/island.tsx'
import { Logo } from '#app/layouts/logo.tsx'
import type { Page } from '#app/page.ts'
import { pageMeta, pictureOf } from '#app/page-head.tsx'
import { type CertificateState, statusOfLookup } from '#app/server-context/load-context.ts'
import { Facts } from '@naic/ui/facts.tsx'
import { CertificateCheck } from './certificate-check.island.tsx'
import { certificateTitle, PdfLink, titleOfId } from './keep-and-share.tsx'
import { NoCertificate, plainly, WithoutFacts } from './no-certificate.tsx'
import { addressOf, PageCode, pageCode } from './page-code.tsx'

const { preview, register } = document

/**
 * What the register says is for the head of the document and for readers without JavaScript. The browser
 * fetches evidence instead, and checks it.
 */
export const certificatePage: Page = async ({ id: asked, certificates }) => {
  const id = cleanCertificateId(asked)
  const none: CertificateState = { state: 'unknown', didYouMean: [] }
  const registered = id === '' ? none : await certificates(id)
  const body = (
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
            <span className="max-sm:sr-only">{document.home.back}</span>
            {document.home.home}
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
  // /verify without an ID is a page.
  const status = asked === '' ? 200 : statusOfLookup(registered)
  return { status, head: certificateMeta(asked, registered), body }
}

/**
 * What a shared link shows. Apps keep previews for days, even after a revocation. So a preview says
 * whose certificate it is and where to check it, and never that it is valid. Its picture names the
 * holder only if the certificate was not revoked.
 *
 * @param asked the ID as it is in the address.
 */
export function certificateMeta(asked: string, registered: CertificateState) {
  const id = cleanCertificateId(asked)
  return pageMeta({
    picture: { path: pictureOf('/verification'), alt: preview.neutralPicture },
    ...previewOf(asked, id, registered),
    path: id === '' ? '/verify' : `/verify/${id}`,
    isUnlisted: true,
  })
}

function previewOf(asked: string, id: string, registered: CertificateState) {
  const address = addressOf(id)
  switch (registered.state) {
    case 'found': {
      const { holder, domain, duration } = registered.facts
      if (registered.revoked) {
        const title = titleOfId(preview.withdrawnTitle, id)
        return { title, description: fill(preview.withdrawn, { address }) }
      }
      return {
        title: certificateTitle(registered.facts),
        description: fill(preview.description, { id, domain, duration, address }),
        picture: { path: `/credentials/${id}.png`, alt: fill(preview.picture, { holder, domain }) },
      }
    }
    case 'unknown': {
      const description = fill(preview.notFound, { id: plainly(asked) })
      return { title: page.notFound.title, description }
    }
    case 'erased':
      return { title: titleOfId(page.erased.title, id), description: page.erased.text }
    default:
      return {
        title: fill(preview.untold, { id }),
        description: fill(preview.unknown, { address }),
      }
  }
}

type Props = {
  id: string
  /** The ID as it is in the address, which may be anything. */
  asked: string
  registered: CertificateState
}

/** For readers without JavaScript: the facts of the register, which no browser checked. */
export function CertificateWithoutScript({ id, asked, registered }: Props) {
  switch (registered.state) {
    case 'found':
      return <RegisteredFacts {...registered} />
    case 'void':
      return (
        <WithoutFacts id={id} tone="wrong" title={words.verdicts.void.title}>
          <p>{words.verdicts.void.text}</p>
        </WithoutFacts>
      )
    case 'tooMany':
      return <NoCertificate id={id} asked={asked} result={{ state: 'busy' }} />
    case 'unavailable': {
      const { reference } = registered
      return <NoCertificate id={id} asked={asked} result={{ state: 'failed', reference }} />
    }
    default:
      return <NoCertificate id={id} asked={asked} result={registered} />
  }
}

function RegisteredFacts({ facts, revoked, correctedBy }: CertificateState & { state: 'found' }) {
  const { card } = words
  const standing = revoked ? words.verdicts.revoked.title : register.standing
  return (
    <section className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-6 md:py-10">
      <ResultNotice
        tone={revoked && correctedBy === undefined ? 'wrong' : 'open'}
        title={
          <>
            {revoked ? words.verdicts.revoked.title : words.title}:{' '}
            <HolderName>{facts.holder}</HolderName>
          </>
        }
      >
        <ReplacedBy id={correctedBy} />
        {revoked ? (
          <>
            <p>{words.verdicts.revoked.text}</p>
            <p className="mt-1 font-medium">
              {fill(words.withdrawnOn, { date: toDay(revoked.at) })}
            </p>
            {correctedBy ? null : <WhatToDo />}
          </>
        ) : null}
        <p className={revoked ? 'mt-2 text-sm' : ''}>{register.unchecked}</p>
      </ResultNotice>
      <Facts
        of={[
          [register.name, <HolderName key="name">{facts.holder}</HolderName>],
          [card.id, facts.id],
          [card.domain, facts.domain],
          [card.duration, facts.duration],
          ...labelGiven(facts),
          [card.status, standing],
          [register.issuedOn, toLongDate(facts.verifiedOn)],
        ]}
        className={`bg-paper grid px-6 sm:grid-cols-2 sm:gap-x-8 ${revoked ? 'voided-sheet' : 'border-hairline rounded-lg border'}`}
        fact="border-hairline border-b py-3"
        value="text-lg font-semibold wrap-anywhere"
      />
      <div className="max-w-96">
        <PageCode id={facts.id} />
      </div>
      {revoked ? null : (
        <PdfLink
          id={facts.id}
          className="link flex min-h-11 w-fit items-center gap-2 font-medium"
        />
      )}
    </section>
  )
}

import { Check, Copy, Download, FileDown, Printer } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { CertificateCard } from '#app/certificate-view/certificate-card.tsx'
import { HolderCheck, WhatWasLearnt } from '#app/certificate-view/certificate-sections.tsx'
import { toLongDate } from '#app/certificate-view/dates.ts'
import { SecurityFeatures } from '#app/certificate-view/security-features.tsx'
import { VerdictNotice } from '#app/certificate-view/verdict-notice.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { ShareButton, useCopy, WhatsAppLink } from '#app/share/share-buttons.tsx'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { CertificateFacts, SignedFacts } from '@naic/ledger/format/credential.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import { SocialIcon } from '@naic/ui/social-icon.tsx'
import { certificateTitle } from './certificate-meta.ts'
import { encode } from 'uqr'

type Props = {
  examination: Examination
  facts: SignedFacts
  registered: Revocation | undefined
}

export function CertificateFound({ examination, facts, registered }: Props) {
  const { verdict } = examination
  return (
    <div className="wrap grid max-w-[64rem] gap-8 py-8 md:py-12 print:max-w-none print:p-0">
      <div className="print:hidden">
        <VerdictNotice examination={examination} registered={registered} />
      </div>
      <CertificateCard facts={facts} verdict={verdict} heading="h1">
        <PageCode id={facts.id} />
      </CertificateCard>
      <CertificateDates examination={examination} facts={facts} />
      <WhatWasLearnt learnt={facts.learnt} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[1.4fr_1fr] print:hidden">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <div className="border-hairline bg-paper rounded-lg border p-6">
            <SecurityFeatures examination={examination} />
          </div>
          <HolderCheck address={facts.address} />
        </div>
        <HolderTools facts={facts} mayBeShown={verdict === 'verified'} />
      </div>
    </div>
  )
}

/** A certificate has two days, which need not be the same, and what each of them says. */
function CertificateDates({ examination, facts }: Omit<Props, 'registered'>) {
  const { verdict, report } = examination
  const { recorded, signed } = words.dates
  // "Verified on" would be wrong for any other verdict.
  const name = verdict === 'verified' ? recorded.name : recorded.otherwise
  const rows = [
    { name, day: facts.verifiedOn, text: recorded.text },
    { name: signed.name, day: report.proof?.created ?? '', text: signed.text },
  ]
  return (
    <dl
      aria-label={words.dates.label}
      className="border-hairline bg-paper grid gap-x-8 gap-y-4 rounded-lg border p-6 sm:grid-cols-2 print:hidden"
    >
      {rows.map((row) => (
        <div key={row.name}>
          <dt className="text-ink-soft text-sm">{row.name}</dt>
          <dd>
            <span className="font-semibold">{toLongDate(row.day)}</span>
            <span className="text-ink-soft block text-sm">{row.text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const tool =
  'flex min-h-12 w-full items-center gap-3 rounded-md border border-hairline bg-paper px-4 py-2.5 text-left font-medium hover:border-ink fade-colors'

/** @param mayBeShown whether it is one to share. Anyone may have the files, to check them. */
function HolderTools({ facts, mayBeShown }: { facts: CertificateFacts; mayBeShown: boolean }) {
  const { id } = facts
  return (
    <section aria-labelledby="holder-tools" className="grid content-start gap-3">
      <h2 id="holder-tools" className="text-heading mb-1">
        Keep and share
      </h2>
      {mayBeShown ? (
        <>
          <PdfLink id={id} className={tool} />
          <button type="button" className={tool} onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            Print
          </button>
          <ShareTools facts={facts} />
          <DownloadLink file={`${id}.badge.png`}>Download badge picture</DownloadLink>
        </>
      ) : null}
      <DownloadLink file={`${id}.json`}>Download credential</DownloadLink>
      <DownloadLink file={`${id}.tlog-proof`}>Download receipt</DownloadLink>
      <p className="text-ink-soft text-sm">
        Anyone can check these files on the verification page of {organisation.shortName}, under
        Verify a file. It compares them with the public log.
      </p>
    </section>
  )
}

/** The certificate to keep and to print. The server makes it, so it needs no script. */
export function PdfLink({ id, className }: { id: string; className: string }) {
  return (
    <a className={className} href={`/credentials/${id}.pdf`} download={`${id}.pdf`}>
      <FileDown aria-hidden className="size-5" />
      Download PDF
    </a>
  )
}

function DownloadLink({ file, children }: { file: string; children: ReactNode }) {
  return (
    <a className={tool} href={`/credentials/${file}`} download={file}>
      <Download aria-hidden className="size-5" />
      {children}
    </a>
  )
}

function ShareTools({ facts }: { facts: CertificateFacts }) {
  const title = certificateTitle(facts)
  const address = `${siteUrl()}/verify/${facts.id}`
  const values = linkedInValues(facts, address)
  return (
    <>
      <WhatsAppLink className={tool} address={address} title={title} />
      <ShareButton className={tool} address={address} title={title} notCopied={words.copyFailed} />
      <a className={tool} href={linkedInAddress(values)} target="_blank" rel="noreferrer">
        <SocialIcon name="LinkedIn" />
        <span>
          Add to LinkedIn profile<span className="sr-only"> (opens in a new tab)</span>
        </span>
      </a>
      <details className="px-4">
        <summary className="link w-fit cursor-pointer py-2.5 text-sm font-medium">
          LinkedIn did not fill the form? Copy the values
        </summary>
        <dl className="grid">
          {values.map(({ label, value }) => (
            <CopyValue key={label} label={label} value={value} />
          ))}
        </dl>
      </details>
    </>
  )
}

/** LinkedIn does not always fill its form from these, so they are also shown to be copied. */
function linkedInValues({ id, domain, verifiedOn }: CertificateFacts, address: string) {
  const [year = '', month = ''] = verifiedOn.split('-')
  return [
    { parameter: 'name', label: 'Name', value: `${domain} internship` },
    { parameter: 'organizationName', label: 'Issuing organization', value: organisation.name },
    { parameter: 'issueYear', label: 'Issue year', value: year },
    { parameter: 'issueMonth', label: 'Issue month', value: String(Number(month)) },
    { parameter: 'certUrl', label: 'Credential URL', value: address },
    { parameter: 'certId', label: 'Credential ID', value: id },
  ]
}

function linkedInAddress(values: ReturnType<typeof linkedInValues>): string {
  const query = new URLSearchParams({ startTask: 'CERTIFICATION_NAME' })
  for (const { parameter, value } of values) query.set(parameter, value)
  return `https://www.linkedin.com/profile/add?${query}`
}

function CopyValue({ label, value }: { label: string; value: string }) {
  const shown = useRef<HTMLElement>(null)
  const { outcome, copy } = useCopy(value, shown)
  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <div className="border-hairline grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-t py-1">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd ref={shown} className="wrap-anywhere col-start-1 select-all">
        {value}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <button
          type="button"
          onClick={() => void copy()}
          className="grid size-11 place-items-center rounded-md"
        >
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">Copy {label}</span>
        </button>
      </dd>
      <dd className="col-span-2 text-sm">
        <div role="status">
          {outcome === 'copied' ? <span className="sr-only">{label} copied</span> : null}
          {outcome === 'failed' ? words.copyFailed : null}
        </div>
      </dd>
    </div>
  )
}

/** Leads from paper, or from a screen, to the page that checks the certificate. */
export function PageCode({ id }: { id: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 text-left sm:max-lg:grid-cols-1 print:grid-cols-[minmax(0,1fr)_auto]">
      <p className="text-sm wrap-anywhere print:text-xs">
        {words.scan}
        <br />
        {siteUrl()}
        <wbr />
        /verify/
        <wbr />
        <span className="whitespace-nowrap">{id}</span>
      </p>
      <QrCode text={`${siteUrl()}/verify/${id}`} />
    </div>
  )
}

/**
 * With the quiet zone of four modules that readers ask for. The mask is given, because trying all eight
 * is most of the work (2 ms), which the server would do for every visit.
 */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4, maskPattern: 0 })
  // Neighbours in a row are one piece: the code is also in the page's HTML.
  const pieces = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code of ${text}`}
      shapeRendering="crispEdges"
      className="bg-moon size-30"
    >
      <path d={pieces.join('')} fill="#000" />
    </svg>
  )
}

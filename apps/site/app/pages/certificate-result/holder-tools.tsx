import { Check, Copy, Download, Printer } from 'lucide-react'
import { ShareButton, useCopy, WhatsAppLink } from '#app/share/share-buttons.tsx'
import { SocialIcon } from '@naic/ui/social-icon.tsx'
import words from '@naic/content/certificate.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { certificateTitle } from './certificate-meta.ts'
import { PdfLink } from './pdf-link.tsx'
import { useRef } from 'react'

type Props = {
  facts: CertificateFacts
  address: string
  /** Whether it is one to show around; the files are for everybody to check. */
  mayBeShown: boolean
}

const tool =
  'flex min-h-12 w-full items-center gap-3 rounded-md border border-hairline bg-paper px-4 py-2.5 text-left font-medium hover:border-ink fade-colors'

export function HolderTools({ facts, address, mayBeShown }: Props) {
  return (
    <section aria-labelledby="holder-tools" className="grid content-start gap-3">
      <h2 id="holder-tools" className="text-heading mb-1">
        Keep and share
      </h2>
      {mayBeShown ? (
        <>
          <PdfLink id={facts.id} className={tool} />
          <button type="button" className={tool} onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            Print
          </button>
          <WhatsAppLink className={tool} address={address} title={certificateTitle(facts)} />
          <ShareButton
            className={tool}
            address={address}
            title={certificateTitle(facts)}
            notCopied={words.copyFailed}
          />
          <a
            className={tool}
            href={linkedInAddress(facts, address)}
            target="_blank"
            rel="noreferrer"
          >
            <SocialIcon name="LinkedIn" />
            <span>
              Add to LinkedIn profile<span className="sr-only"> (opens in a new tab)</span>
            </span>
          </a>
          <LinkedInValues facts={facts} address={address} />
          <a
            className={tool}
            href={`/credentials/${facts.id}.badge.png`}
            download={`${facts.id}.badge.png`}
          >
            <Download aria-hidden className="size-5" />
            Download badge picture
          </a>
        </>
      ) : null}
      <a className={tool} href={`/credentials/${facts.id}.json`} download={`${facts.id}.json`}>
        <Download aria-hidden className="size-5" />
        Download credential
      </a>
      <a
        className={tool}
        href={`/credentials/${facts.id}.tlog-proof`}
        download={`${facts.id}.tlog-proof`}
      >
        <Download aria-hidden className="size-5" />
        Download receipt
      </a>
      <p className="text-ink-soft text-sm">
        Anyone can check these files on the verification page of {organisation.shortName}, under
        Verify a file. It compares them with the public log.
      </p>
    </section>
  )
}

function LinkedInValues({ facts, address }: Pick<Props, 'facts' | 'address'>) {
  return (
    <details className="px-4">
      <summary className="link w-fit cursor-pointer py-2.5 text-sm font-medium">
        LinkedIn did not fill the form? Copy the values
      </summary>
      <dl className="grid">
        {linkedInValues(facts, address).map(({ label, value }) => (
          <CopyValue key={label} label={label} value={value} />
        ))}
      </dl>
    </details>
  )
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

/** LinkedIn's own way to fill its form is best effort, so the values are shown to be copied too. */
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

function linkedInAddress(facts: CertificateFacts, address: string): string {
  const query = new URLSearchParams({ startTask: 'CERTIFICATION_NAME' })
  for (const { parameter, value } of linkedInValues(facts, address)) query.set(parameter, value)
  return `https://www.linkedin.com/profile/add?${query}`
}

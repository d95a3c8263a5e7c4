import { Check, Copy, Download, FileDown, Printer } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import { ShareTools } from '#app/share/share-tools.tsx'
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { SocialIcon } from '@naic/ui/social-icon.tsx'
import { addressOf } from './page-code.tsx'
import { Section } from '@naic/ui/section.tsx'

const words = page.tools

/** @returns such as "Asha Example, Machine Learning internship". */
export const certificateTitle = ({ holder, domain }: Pick<CertificateFacts, 'holder' | 'domain'>) =>
  fill(page.titles.ofHolder, { holder, domain })

/** @returns such as "Withdrawn: certificate NAIC25A7K2M". */
export const titleOfId = (title: string, id: string) => fill(page.titles.ofId, { title, id })

const tool =
  'flex h-full min-h-13 w-full items-center gap-2.5 rounded-md border border-hairline bg-paper px-3 py-2 text-left leading-tight font-medium hover:border-ink fade-colors'

type Props = {
  facts: CertificateFacts
  /** Whether it is one to share. Anyone may have the files, to check them. */
  mayBeShown: boolean
}

export const KeepAndShare = ({ facts, mayBeShown }: Props) => (
  <Section
    id="holder-tools"
    title={mayBeShown ? words.title : words.toCheck}
    look="text-heading mb-2 sm:mb-3"
    className="grid grid-cols-[minmax(0,1fr)]"
  >
    {mayBeShown ? <Tools facts={facts} /> : <Files id={facts.id} />}
  </Section>
)

/** Two beside each other on a phone, all in one row where there is room. */
const tools = 'grid grid-cols-[repeat(auto-fit,minmax(min(9.25rem,100%),1fr))] gap-2.5'

function Tools({ facts }: { facts: CertificateFacts }) {
  const { id, domain, verifiedOn } = facts
  const address = addressOf(id)
  const [year = '', month = ''] = verifiedOn.split('-')
  // LinkedIn does not always fill its form from these, so they are also shown to be copied.
  const values: Record<keyof typeof words.values, string> = {
    name: fill(words.nameValue, { domain }),
    organizationName: organisation.name,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: address,
    certId: id,
  }
  const asked = new URLSearchParams({ startTask: 'CERTIFICATION_NAME', ...values })
  return (
    <>
      <div className={tools}>
        <a
          className={`${tool} max-sm:col-span-full`}
          href={`https://www.linkedin.com/profile/add?${asked}`}
          target="_blank"
          rel="noreferrer"
        >
          <SocialIcon name="LinkedIn" />
          <span>
            {words.linkedIn}
            <span className="sr-only">{words.newTab}</span>
          </span>
        </a>
        <ShareTools
          className={tool}
          address={address}
          title={certificateTitle(facts)}
          message={fill(words.message, { domain })}
          notCopied={words.copyFailed}
        >
          <PdfLink id={id} className={tool} />
        </ShareTools>
        <button type="button" data-print className={tool}>
          <Icon of={Printer} className="size-5 shrink-0" />
          {words.print}
        </button>
      </div>
      <div className="mt-1 grid gap-x-8 md:grid-cols-2">
        <Fold summary={words.copyValues}>
          <dl className="grid">
            {Object.entries(words.values).map(([name, label]) => (
              <CopyValue key={name} label={label} value={values[name as keyof typeof values]} />
            ))}
          </dl>
        </Fold>
        <Fold summary={words.more}>
          <Files id={id} hasBadge />
        </Fold>
      </div>
    </>
  )
}

const Fold = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details>
    <summary className="link w-fit cursor-pointer py-3 text-sm font-medium">{summary}</summary>
    {children}
  </details>
)

/** What programs check, and people who know what they are doing. A withdrawn one has no badge. */
function Files({ id, hasBadge = false }: { id: string; hasBadge?: boolean }) {
  const files = [
    [`${id}.json`, words.credential],
    [`${id}.tlog-proof`, words.proof],
    ...(hasBadge ? [[`${id}.badge.png`, words.badge]] : []),
  ]
  return (
    <div className="grid gap-2.5">
      <div className={tools}>
        {files.map(([file, name]) => (
          <a key={file} className={tool} href={`/credentials/${file}`} download={file}>
            <Icon of={Download} className="size-5 shrink-0" />
            {name}
          </a>
        ))}
      </div>
      <p className="text-ink-soft text-sm">{words.files}</p>
    </div>
  )
}

/** The certificate to keep and to print. The server makes it, so it needs no script. */
export function PdfLink({ id, className }: { id: string; className: string }) {
  return (
    <a className={className} href={`/credentials/${id}.pdf`} download={`${id}.pdf`}>
      <Icon of={FileDown} className="size-5 shrink-0" />
      {words.pdf}
    </a>
  )
}

/** `page-tools.ts` copies it. */
const CopyValue = ({ label, value }: { label: string; value: string }) => (
  <div
    data-outcome=""
    className="border-hairline grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-t py-1"
  >
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd data-to-copy className="wrap-anywhere col-start-1 select-all">
      {value}
    </dd>
    <dd className="col-start-2 row-span-2 row-start-1">
      <button
        type="button"
        data-copy={value}
        data-copied={fill(words.copied, { label })}
        className="grid size-11 place-items-center rounded-md"
      >
        <Icon of={Copy} className="size-5 in-data-[outcome=copied]:hidden" />
        <Icon of={Check} className="hidden size-5 in-data-[outcome=copied]:block" />
        <span className="sr-only">{fill(words.copy, { label })}</span>
      </button>
    </dd>
    <dd data-not-copied className="col-span-2 hidden text-sm in-data-[outcome=failed]:block">
      {words.copyFailed}
    </dd>
  </div>
)

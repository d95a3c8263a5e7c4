import type { SignedFacts } from '@naic/ledger/format/credential.ts'
import { CertificateCard } from '#app/certificate-view/certificate-card.tsx'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { HolderCheck } from '#app/certificate-view/holder-check.tsx'
import { SecurityFeatures } from '#app/certificate-view/security-features.tsx'
import { VerdictNotice } from '#app/certificate-view/verdict-notice.tsx'
import { WhatWasLearnt } from '#app/certificate-view/what-was-learnt.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { HolderTools } from './holder-tools.tsx'
import { PageCode } from './page-code.tsx'
import words from '@naic/content/certificate.json' with { type: 'json' }
import { toLongDate } from '#app/certificate-view/dates.ts'

type Props = {
  examination: Examination
  facts: SignedFacts
  registered: Revocation | undefined
}

export function CertificateFound({ examination, facts, registered }: Props) {
  const { verdict } = examination
  const address = `${siteUrl()}/verify/${facts.id}`
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
        <HolderTools facts={facts} address={address} mayBeShown={verdict === 'verified'} />
      </div>
    </div>
  )
}

/** A certificate has two days, which need not be the same: what each of them says. */
function CertificateDates({
  examination,
  facts,
}: {
  examination: Examination
  facts: SignedFacts
}) {
  const { verdict, report } = examination
  const { recorded, signed } = words.dates
  const rows = [
    // Of anything else, "Verified on" would not be true.
    {
      ...recorded,
      name: verdict === 'verified' ? recorded.name : recorded.otherwise,
      day: facts.verifiedOn,
    },
    { ...signed, day: report.proof?.created ?? '' },
  ]
  return (
    <dl
      aria-label={words.dates.label}
      className="border-hairline bg-paper grid gap-x-8 gap-y-4 rounded-lg border p-6 sm:grid-cols-2 print:hidden"
    >
      {rows.map(({ name, day, text }) => (
        <div key={name}>
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd>
            <span className="font-semibold">{toLongDate(day)}</span>
            <span className="text-ink-soft block text-sm">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

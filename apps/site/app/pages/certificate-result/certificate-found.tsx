import { CertificateCard } from '#app/certificate-view/certificate-card.tsx'
import {
  HolderCheck,
  SecurityFeatures,
  WhatWasLearnt,
} from '#app/certificate-view/certificate-sections.tsx'
import { VerdictNotice } from '#app/certificate-view/verdict-notice.tsx'
import type { SignedFacts } from '@naic/ledger/format/credential.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import { KeepAndShare } from './keep-and-share.tsx'
import { PageCode } from './page-code.tsx'

type Props = {
  examination: Examination
  facts: SignedFacts
  registered: Revocation | undefined
}

/** First what it is and to whom, then what most came for; how it was checked comes last. */
export function CertificateFound({ examination, facts, registered }: Props) {
  const { verdict } = examination
  return (
    <div className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-8 md:py-10 print:max-w-none print:p-0">
      <div className="print:hidden">
        <VerdictNotice examination={examination} heading="h1" registered={registered} />
      </div>
      <CertificateCard
        facts={facts}
        verdict={verdict}
        signedAt={examination.report.proof?.created}
        heading="h2"
      >
        <PageCode id={facts.id} />
      </CertificateCard>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-8 print:hidden">
        <KeepAndShare facts={facts} mayBeShown={verdict === 'verified'} />
        <WhatWasLearnt learnt={facts.learnt} />
        <SecurityFeatures examination={examination} />
        {facts.address ? <HolderCheck hashed={facts.address} /> : null}
      </div>
    </div>
  )
}

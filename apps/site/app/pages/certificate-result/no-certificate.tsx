import { FileMinus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ResultNotice } from '#app/certificate-view/verdict-notice.tsx'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Reference } from '@naic/ui/reference.tsx'
import { CertificateNotFound } from './certificate-not-found.tsx'

type Props = {
  id: string
  /** The ID as it is in the address, which may be anything. */
  asked: string
  result: Exclude<Verified, { state: 'examined' | 'busy' }> | { state: 'busy' }
  /** What can be done if the register could not be asked. */
  children?: ReactNode
}

/** The result of a look-up that gave no certificate. */
export function NoCertificate({ id, asked, result, children }: Props) {
  switch (result.state) {
    case 'unknown':
      return <CertificateNotFound asked={asked} didYouMean={result.didYouMean} />
    // There was such a certificate. Nobody can say more about it.
    case 'erased':
      return (
        <WithoutFacts id={id} tone="open" Icon={FileMinus} title={page.erased.title}>
          <p>{page.erased.text}</p>
          <p className="mt-1">{page.erased.more}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink href="/verification">{page.file}</ButtonLink>
            <ButtonLink href="/contact" look="outline">
              {page.contact}
            </ButtonLink>
          </div>
        </WithoutFacts>
      )
    // The register could not be asked. Nobody may mistake this for a certificate that does not exist.
    default:
      return (
        <WithoutFacts id={id} tone="open" title={words.unavailable.title}>
          <p>{words.unavailable[result.state]}</p>
          <Reference of={result.state === 'failed' ? result.reference : undefined} />
          {children}
        </WithoutFacts>
      )
  }
}

type WithoutFactsProps = Omit<ComponentProps<typeof ResultNotice>, 'heading'> & {
  id: string
  /** Below the frame. */
  below?: ReactNode
}

/** Where nothing of a certificate may be said but its ID. As wide as a certificate. */
export const WithoutFacts = ({ id, children, below, ...notice }: WithoutFactsProps) => (
  <section className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-8 md:py-10">
    <ResultNotice {...notice}>
      <p className="mb-1">
        {page.id}: <strong className="font-mono tracking-wide">{id}</strong>
      </p>
      {children}
    </ResultNotice>
    {below}
  </section>
)

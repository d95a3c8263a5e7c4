import type { ReactNode } from 'react'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { toDay, toLongDate } from '#app/certificate-view/dates.ts'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import document from '@naic/content/en/certificate-document.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { NoCertificate, WithoutFacts } from './no-certificate.tsx'
import { labelGiven } from '#app/certificate-view/given-facts.ts'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { ReplacedBy, ResultNotice, WhatToDo } from '#app/certificate-view/verdict-notice.tsx'
import { PdfLink } from './keep-and-share.tsx'
import { PageCode } from './page-code.tsx'
import { Facts } from '@naic/ui/facts.tsx'

type Props = {
  id: string
  /** The ID as it is in the address, which may be anything. */
  asked: string
  registered: CertificateState
}

const { register } = document

/** For readers without JavaScript: the facts of the register, which no browser checked. */
export function CertificateWithoutScript({ id, asked, registered }: Props) {
  switch (registered.state) {
    case 'found':
      return <RegisteredFacts registered={registered} />
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

type Found = { registered: CertificateState & { state: 'found' } }

function RegisteredFacts({ registered }: Found) {
  const { facts, revoked, replaced } = registered
  const { card } = words
  const rows: (readonly [string, ReactNode])[] = [
    [register.name, <HolderName key="name">{facts.holder}</HolderName>],
    [card.id, facts.id],
    [card.domain, facts.domain],
    [card.duration, facts.duration],
    ...labelGiven(facts),
    [card.status, revoked ? words.verdicts.revoked.title : register.standing],
    [register.issuedOn, toLongDate(facts.verifiedOn)],
  ]
  return (
    <section className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-6 md:py-10">
      <ResultNotice
        tone={revoked && replaced?.correctedBy === undefined ? 'wrong' : 'open'}
        title={
          <>
            {revoked ? words.verdicts.revoked.title : words.title}:{' '}
            <HolderName>{facts.holder}</HolderName>
          </>
        }
      >
        <ReplacedBy replaced={replaced} />
        {revoked ? (
          <>
            <p>{words.verdicts.revoked.text}</p>
            <p className="mt-1 font-medium">
              {fill(words.withdrawnOn, { date: toDay(revoked.at) })}
            </p>
            <WhatToDo />
          </>
        ) : null}
        <p className={revoked ? 'mt-2 text-sm' : ''}>{register.unchecked}</p>
      </ResultNotice>
      <Facts
        of={rows}
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

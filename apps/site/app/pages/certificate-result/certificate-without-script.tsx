import type { ReactNode } from 'react'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { toDay, toLongDate } from '#app/certificate-view/dates.ts'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import document from '@naic/content/en/certificate-document.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Reference } from '@naic/ui/reference.tsx'
import { CertificateErased, WithoutFacts } from './certificate-result.tsx'
import { CertificateNotFound } from './certificate-not-found.tsx'
import { labelGiven } from '#app/certificate-view/given-facts.ts'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { ReplacedBy, ResultNotice, WhatToDo } from '#app/certificate-view/verdict-notice.tsx'
import { PdfLink } from './keep-and-share.tsx'
import { PageCode } from './page-code.tsx'
import { Facts } from '@naic/ui/facts.tsx'

/** `asked` is the ID as it is in the address. */
type Props = {
  id: string
  asked: string
  registered: CertificateState
}

const { register } = document
const { title, busy, failed } = words.unavailable

/** For readers without JavaScript: the facts of the register, which no browser checked. */
export function CertificateWithoutScript({ id, asked, registered }: Props) {
  switch (registered.state) {
    case 'unknown':
      return <CertificateNotFound asked={asked} didYouMean={registered.didYouMean} />
    case 'erased':
      return <CertificateErased id={id} />
    case 'found':
      return <RegisteredFacts registered={registered} />
    case 'void':
      return (
        <WithoutFacts id={id} tone="wrong" title={words.verdicts.void.title}>
          <p>{words.verdicts.void.text}</p>
        </WithoutFacts>
      )
    default:
      return (
        <WithoutFacts id={id} tone="open" title={title}>
          <p>{registered.state === 'tooMany' ? busy : failed}</p>
          <Reference of={registered.state === 'unavailable' ? registered.reference : undefined} />
        </WithoutFacts>
      )
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

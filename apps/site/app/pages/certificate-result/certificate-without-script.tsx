import type { ReactNode } from 'react'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { toDay, toLongDate } from '#app/certificate-view/dates.ts'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Reference } from '@naic/ui/reference.tsx'
import { CertificateErased } from './certificate-result.tsx'
import { CertificateNotFound } from './certificate-not-found.tsx'
import { labelGiven } from '#app/certificate-view/given-facts.ts'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { WhatToDo } from '#app/certificate-view/verdict-notice.tsx'
import { PdfLink } from './keep-and-share.tsx'
import { PageCode } from './page-code.tsx'
import type { QrCode } from '#app/address-code/qr-code.ts'

/** `asked` is the ID as it is in the address. */
type Props = {
  id: string
  asked: string
  registered: CertificateState
  code: QrCode | undefined
}

const { title, busy, failed } = words.unavailable
const withoutFacts = {
  void: words.verdicts.void,
  tooMany: { title, text: busy },
  unavailable: { title, text: failed },
}

/** For readers without JavaScript: the facts of the register, which no browser checked. */
export function CertificateWithoutScript({ id, asked, registered, code }: Props) {
  if (registered.state === 'unknown') {
    return <CertificateNotFound asked={asked} didYouMean={registered.didYouMean} />
  }
  if (registered.state === 'erased') return <CertificateErased id={id} />
  return (
    <section className="wrap grid max-w-[54rem] gap-6 py-12 md:py-16">
      {registered.state === 'found' ? (
        <RegisteredFacts registered={registered} code={code} />
      ) : (
        <>
          <h1 className="text-title">{withoutFacts[registered.state].title}</h1>
          <p className="max-w-text text-lg">{withoutFacts[registered.state].text}</p>
          <p>
            {page.id}: <strong className="font-mono">{id}</strong>
          </p>
          <Reference of={registered.state === 'unavailable' ? registered.reference : undefined} />
        </>
      )}
    </section>
  )
}

type Found = Pick<Props, 'code'> & { registered: CertificateState & { state: 'found' } }

function RegisteredFacts({ registered, code }: Found) {
  const { facts, revoked } = registered
  const { card } = words
  const rows: [string, ReactNode][] = [
    [page.register.name, <HolderName key="name">{facts.holder}</HolderName>],
    [card.id, facts.id],
    [card.domain, facts.domain],
    [card.duration, facts.duration],
    ...labelGiven(facts).map(([name, value]): [string, ReactNode] => [name, value]),
    [card.status, revoked ? words.verdicts.revoked.title : page.register.standing],
    [page.register.issuedOn, toLongDate(facts.verifiedOn)],
  ]
  return (
    <>
      <h1 className="text-title">
        {revoked ? words.verdicts.revoked.title : words.title}:{' '}
        <HolderName>{facts.holder}</HolderName>
      </h1>
      {revoked ? (
        <div className="border-error bg-error-pale rounded-lg border-2 p-4">
          <p>
            <strong>{words.verdicts.revoked.title}.</strong> {words.verdicts.revoked.text}{' '}
            {fill(words.withdrawnOn, { date: toDay(revoked.at) })}
          </p>
          <WhatToDo />
        </div>
      ) : null}
      <dl
        className={`bg-paper grid px-6 sm:grid-cols-2 sm:gap-x-8 ${revoked ? 'voided-sheet' : 'border-hairline rounded-lg border'}`}
      >
        {rows.map(([name, value]) => (
          <div key={name} className="border-hairline border-b py-3">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="max-w-96">
        <PageCode id={facts.id} code={code} />
      </div>
      {revoked ? null : (
        <PdfLink
          id={facts.id}
          className="link flex min-h-11 w-fit items-center gap-2 font-medium"
        />
      )}
      <p className="max-w-text">{page.register.unchecked}</p>
    </>
  )
}

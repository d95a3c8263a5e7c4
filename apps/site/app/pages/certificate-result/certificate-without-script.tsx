import type { CertificateState } from '#app/server-context/load-context.ts'
import { toLongDate } from '#app/certificate-view/dates.ts'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { Reference } from '@naic/ui/reference.tsx'
import { CertificateErased } from './certificate-result.tsx'
import { CertificateNotFound } from './certificate-not-found.tsx'
import { PageCode, PdfLink } from './certificate-found.tsx'

/** `asked` is the ID as it is in the address. */
type Props = { id: string; asked: string; registered: CertificateState }

const { title, busy, away } = words.unavailable
const withoutFacts = {
  void: words.verdicts.void,
  tooMany: { title, text: busy },
  unavailable: { title, text: away },
}

/** For readers without JavaScript: the facts of the register, which no browser checked. */
export function CertificateWithoutScript({ id, asked, registered }: Props) {
  if (registered.state === 'unknown') {
    return <CertificateNotFound asked={asked} didYouMean={registered.didYouMean} />
  }
  if (registered.state === 'erased') return <CertificateErased id={id} />
  return (
    <section className="wrap grid max-w-[54rem] gap-6 py-12 md:py-16">
      {registered.state === 'found' ? (
        <RegisteredFacts registered={registered} />
      ) : (
        <>
          <h1 className="text-title">{withoutFacts[registered.state].title}</h1>
          <p className="max-w-text text-lg">{withoutFacts[registered.state].text}</p>
          <p>
            Certificate ID: <strong className="font-mono">{id}</strong>
          </p>
          <Reference of={registered.state === 'unavailable' ? registered.reference : undefined} />
        </>
      )}
    </section>
  )
}

function RegisteredFacts({ registered }: { registered: CertificateState & { state: 'found' } }) {
  const { facts, revoked } = registered
  const rows = [
    ['Name', facts.holder],
    ['Certificate ID', facts.id],
    ['Internship Domain', facts.domain],
    ['Duration', facts.duration],
    ['Status', revoked ? words.verdicts.revoked.title : words.register.standing],
    ['Issued on', toLongDate(facts.verifiedOn)],
  ]
  return (
    <>
      <h1 className="text-title">{words.title}</h1>
      {revoked ? (
        <p className="border-error bg-error-pale rounded-lg border p-4">
          <strong>{words.verdicts.revoked.title}.</strong> {words.register.revoked} Withdrawn on{' '}
          {toLongDate(revoked.at)}.
        </p>
      ) : null}
      <dl className="border-hairline bg-paper grid rounded-lg border px-6 sm:grid-cols-2 sm:gap-x-8">
        {rows.map(([name, value]) => (
          <div key={name} className="border-hairline border-b py-3">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="max-w-96">
        <PageCode id={facts.id} />
      </div>
      {revoked ? null : (
        <PdfLink
          id={facts.id}
          className="link flex min-h-11 w-fit items-center gap-2 font-medium"
        />
      )}
      <p className="max-w-text">{words.register.unchecked}</p>
    </>
  )
}

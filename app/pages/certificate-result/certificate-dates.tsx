import words from '#content/certificate.json' with { type: 'json' }
import { toLongDate } from '#app/certificate-view/dates.ts'
import type { Examination } from '#credential/verify/examine-certificate.ts'
import type { SignedFacts } from '#credential/credential.ts'

/** A certificate has two days, which need not be the same: what each of them says. */
export function CertificateDates({
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

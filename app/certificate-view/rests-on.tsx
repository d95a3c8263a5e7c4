import words from '#content/certificate.json' with { type: 'json' }
import { siteUrl } from '#app/server-context/site-address.ts'
import type { Comparison } from '../../credential/verify/compare-with-log.ts'
import type { Examination } from '../../credential/verify/examine-certificate.ts'
import { checkOf } from '../../credential/verify/verdict.ts'

/** What was checked here, what was believed, and what it would take others for. */
export function RestsOn({ examination: { comparison, facts } }: { examination: Examination }) {
  const { title, checked, taken, others } = words.restsOn
  const text = checked.text.replace('[host]', new URL(siteUrl()).host)
  return (
    <section aria-labelledby="rests-on" className="mt-6">
      <h2 id="rests-on" className="text-heading">
        {title}
      </h2>
      <dl className="mt-3 grid gap-3">
        {[
          { ...checked, text: `${text} ${facts ? logSentence(comparison) : ''}` },
          taken,
          others,
        ].map(({ name, text: what }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="max-w-text wrap-anywhere">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function logSentence(comparison: Comparison): string {
  const { firstSight, seenBefore, notCompared } = words.restsOn
  if (checkOf(comparison) === 'unknown') return notCompared
  // What the log fails by, the list says.
  if (comparison.state !== 'compared') return ''
  const { seen } = comparison
  return seen === undefined ? firstSight : seenBefore.replace('[seen]', String(seen))
}

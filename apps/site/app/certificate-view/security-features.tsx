import { CircleCheck, CircleHelp, CircleX, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { toHex } from '@naic/ledger/format/bytes.ts'
import type { Check } from '@naic/ledger/verify/check-status.ts'
import { toExactTime, toLongDate } from './dates.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { checkOf, logCheck, standing } from '@naic/ledger/verify/verdict.ts'
import { comparisonSentence } from './verdict-sentences.ts'
import type { StampReport } from '@naic/ledger/verify/verify-stamp.ts'
import type { WitnessSighting } from '@naic/ledger/verify/witness-sightings.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import type { Comparison } from '@naic/ledger/verify/compare-with-log.ts'

/** The checks and their results, in words and not in colour alone. */
export function SecurityFeatures({ examination }: { examination: Examination }) {
  const { report, id, verdict, stamp } = examination
  const log = logCheck(examination)
  const { proof } = report
  return (
    <section aria-labelledby="security-features">
      <h2 id="security-features" className="text-heading">
        Certificate Security Features
      </h2>
      <p className="text-ink-soft mt-1 text-sm">Checked by your browser</p>
      {/* Not announced: the page's own status announces the verdict, once. */}
      <div role="status" aria-live="off">
        <ul className="border-ink mt-4 grid border-t-2">
          <Feature
            name={words.features.id.name}
            check={id}
            text={words.features.id[verdict === 'absent' || verdict === 'revoked' ? verdict : id]}
            details={examination.facts && idDetails(examination)}
          />
          <Feature
            name={words.features.signature.name}
            check={report.signature}
            text={words.features.signature[report.isVoid ? 'void' : report.signature].replace(
              '[date]',
              toLongDate(proof?.created ?? ''),
            )}
            details={
              proof && {
                Key: proof.verificationMethod,
                'Kind of proof': `Ed25519, ${proof.cryptosuite}`,
                'Signed at': toExactTime(proof.created),
              }
            }
          />
          <Feature
            name={words.features.log.name}
            check={log}
            text={[logSentence(examination), stamp ? stampSentence(stamp) : ''].join(' ')}
            details={examination.facts && logDetails(examination)}
          >
            {stamp ? <StampDetails stamp={stamp} /> : null}
          </Feature>
        </ul>
        <WitnessSightings sightings={examination.sightings} />
      </div>
      <RestsOn examination={examination} />
    </section>
  )
}

function logSentence(examination: Examination): string {
  const { comparison, report } = examination
  const { details, newest } = report
  // A failure of the certificate itself comes first; only then the comparison decides.
  const decides = report.inclusion === 'passed' || comparison.state === 'absent'
  if (
    decides &&
    logCheck(examination) === checkOf(comparison) &&
    checkOf(comparison) !== 'passed'
  ) {
    return comparisonSentence(comparison)
  }
  return words.features.log[logCheck(examination)]
    .replace('[entry]', String((details?.index ?? 0) + 1))
    .replace('[size]', String(newest?.size))
}

const looks = {
  passed: { Icon: CircleCheck, colour: 'text-peacock' },
  failed: { Icon: CircleX, colour: 'text-error' },
  unknown: { Icon: CircleHelp, colour: 'text-ink-soft' },
} satisfies Record<Check, { Icon: typeof CircleCheck; colour: string }>

type FeatureProps = {
  name: string
  check: Check
  text: string
  /** By name. Undefined leaves a line out. */
  details: Record<string, string | number | undefined> | undefined
  /** More lines of the details. */
  children?: ReactNode
}

function Feature(props: FeatureProps) {
  const { Icon, colour } = looks[props.check]
  return (
    <li className="border-hairline grid grid-cols-[--spacing(10)_minmax(0,1fr)] border-b py-4">
      <Icon aria-hidden className={`${colour} mt-0.5 size-6`} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-lg wrap-anywhere">
          {props.name}
          <span className={`${colour} text-base`}>{words.checks[props.check]}</span>
        </h3>
        <p>{props.text}</p>
        {props.details ? (
          <details className="mt-1">
            <summary className="link w-fit cursor-pointer py-3 text-sm font-medium">
              Details<span className="sr-only"> of {props.name}</span>
            </summary>
            <dl className="bg-warm grid gap-3 rounded-md p-4 text-sm">
              {Object.entries(props.details).map(([name, value]) =>
                value === undefined ? null : (
                  <Detail key={name} name={name}>
                    {value}
                  </Detail>
                ),
              )}
              {props.children}
            </dl>
          </details>
        ) : null}
      </div>
    </li>
  )
}

const idDetails = ({ facts, report }: Examination) => ({
  'ID in the signed certificate': facts?.id,
  'Status list of the council': words.checks[standing(report)],
  'Status list as of': report.statusAsOf && toExactTime(report.statusAsOf),
})

const logDetails = ({ report: { checkpoint, inclusion, details }, entry }: Examination) => ({
  'Checkpoint of the log': words.checks[checkpoint],
  'Entry in the log': words.checks[inclusion],
  Log: details?.checkpoint.origin,
  'Tree size': details?.checkpoint.size,
  'Index, counted from 0': details?.index,
  Leaf: details && toHex(details.leaf),
  Root: details && toHex(details.checkpoint.root),
  'Recorded at': entry && toExactTime(entry.at),
})

/** One sentence on the stamp, after the sentence on the log. */
const stampSentence = (stamp: StampReport): string =>
  words.stamp[stamp.state].replace(
    '[block]',
    stamp.state === 'block' ? stamp.height.toLocaleString('en-IN') : '',
  )

/** How to look the stamp up in Bitcoin, which a page cannot do by itself. */
function StampDetails({ stamp }: { stamp: StampReport }) {
  if (stamp.state === 'failed' || stamp.state === 'unknown') return null
  const checkpoint = `/log/checkpoint/${stamp.size}`
  return (
    <>
      {stamp.state === 'block' ? (
        <>
          <Detail name="Bitcoin block that the stamp names">{stamp.height}</Detail>
          <Detail name="Merkle root that this block must have">{stamp.merkleRoot}</Detail>
          <div>
            <dt className="text-ink-soft">How to be sure</dt>
            <dd className="max-w-text">{words.stamp.compare}</dd>
          </div>
        </>
      ) : (
        <Detail name="Calendars that promised a block">{stamp.calendars.join(', ')}</Detail>
      )}
      <div>
        <dt className="text-ink-soft">Stamped: the checkpoint of {stamp.size} entries</dt>
        <dd className="flex flex-wrap gap-x-6">
          <a href={`${checkpoint}.ots`} download className="link py-2.5">
            Download stamp (.ots)
          </a>
          <a href={checkpoint} download className="link py-2.5">
            Download checkpoint
          </a>
        </dd>
      </div>
    </>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-mono wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Witnesses that have seen the certificate's entry in the log. */
function WitnessSightings({ sightings }: { sightings: readonly WitnessSighting[] }) {
  if (sightings.length === 0) return null
  return (
    <div className="text-ink-soft mt-4 grid gap-2 text-sm">
      <ul className="grid gap-1">
        {sightings.map(({ name, vkey, time }) => (
          <li key={vkey} className="grid grid-cols-[--spacing(10)_minmax(0,1fr)] wrap-anywhere">
            <Eye aria-hidden className="size-5" />
            {words.seen.by
              .replace('[name]', () => name)
              .replace('[date]', toLongDate(time.toISOString()))}
          </li>
        ))}
      </ul>
      <p className="max-w-text">{words.seen.how}</p>
    </div>
  )
}

/** What was checked here, what was believed, and what others can check. */
function RestsOn({ examination: { comparison, facts } }: { examination: Examination }) {
  const { title, checked, taken, others } = words.restsOn
  const text = checked.text.replace('[host]', new URL(siteUrl()).host)
  return (
    <section aria-labelledby="rests-on" className="mt-6">
      <h2 id="rests-on" className="text-heading">
        {title}
      </h2>
      <dl className="mt-3 grid gap-3">
        {[
          { ...checked, text: `${text} ${facts ? comparedSentence(comparison) : ''}` },
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

function comparedSentence(comparison: Comparison): string {
  const { firstSight, seenBefore, notCompared } = words.restsOn
  if (checkOf(comparison) === 'unknown') return notCompared
  // The list says why the log failed.
  if (comparison.state !== 'compared') return ''
  const { seen } = comparison
  return seen === undefined ? firstSight : seenBefore.replace('[seen]', String(seen))
}

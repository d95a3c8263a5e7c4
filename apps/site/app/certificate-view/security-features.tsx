import { ChevronDown, CircleCheck, CircleHelp, CircleX, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import words from '@naic/content/en/security-features.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { toHex } from '@naic/ledger/format/bytes.ts'
import type { Check } from '@naic/ledger/verify/check-status.ts'
import { toDay, toExactTime, toIsoDay, toLongDate } from './dates.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { checkOf, logCheck, standing } from '@naic/ledger/verify/verdict.ts'
import { comparisonSentence, witnessSentence } from './verdict-sentences.ts'
import type { StampReport } from '@naic/ledger/verify/verify-stamp.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import type { Comparison } from '@naic/ledger/verify/compare-with-log.ts'

const { features, technical } = words

/** The checks and their results, in words and not in colour alone. */
export function SecurityFeatures({ examination }: { examination: Examination }) {
  const { report, id, verdict, stamp } = examination
  const log = logCheck(examination)
  const { proof } = report
  return (
    <section
      aria-labelledby="security-features"
      className="border-hairline bg-paper rounded-lg border px-5 py-4 sm:p-6"
    >
      <h2 id="security-features" className="text-heading">
        {features.title}
      </h2>
      <p className="text-ink-soft mt-1 text-sm">{features.by}</p>
      <ul className="border-ink mt-2 grid border-t-2 sm:mt-4">
        <Feature
          name={features.id.name}
          check={id}
          text={features.id[verdict === 'absent' || verdict === 'revoked' ? verdict : id]}
          explained={features.id.explained}
          details={examination.facts && idDetails(examination)}
        />
        <Feature
          name={features.signature.name}
          check={report.signature}
          text={fill(features.signature[report.isVoid ? 'void' : report.signature], {
            date: toDay(proof?.created ?? ''),
          })}
          explained={features.signature.explained}
          details={
            proof && {
              [technical.key]: proof.verificationMethod,
              [technical.proof]: `Ed25519, ${proof.cryptosuite}`,
              [technical.signedAt]: toExactTime(proof.created),
            }
          }
        />
        <Feature
          name={features.log.name}
          check={log}
          text={[logSentence(examination), stamp ? stampSentence(stamp) : ''].join(' ')}
          explained={features.log.explained}
          details={examination.facts && logDetails(examination)}
        >
          {stamp ? <StampDetails stamp={stamp} /> : null}
        </Feature>
      </ul>
      <WitnessSightings examination={examination} />
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
  if (witnessSentence(examination).length > 0 && logCheck(examination) === 'unknown') {
    return words.seen.tooFew
  }
  return fill(features.log[logCheck(examination)], {
    entry: (details?.index ?? 0) + 1,
    size: newest?.size ?? '',
  })
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
  /** What it means that the check passed. */
  explained: string
  /** By name. Undefined leaves a line out. */
  details: Record<string, string | number | undefined> | undefined
  /** More lines of the details. */
  children?: ReactNode
}

/** What explains a check that passed is folded up; why one did not is always in sight. */
function Feature({ name, check, text, explained, details, children }: FeatureProps) {
  const { Icon, colour } = looks[check]
  const heading = (
    <>
      <Icon aria-hidden className={`${colour} size-6 shrink-0`} />
      <h3 className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 leading-snug wrap-anywhere sm:text-lg">
        <span className="flex-[1_1_7rem]">{name}</span>
        <span className={`${colour} text-sm sm:text-base`}>{words.checks[check]}</span>
      </h3>
    </>
  )
  return (
    <li className="border-hairline border-b sm:py-1">
      {details ? (
        <details>
          <summary className="flex cursor-pointer items-center gap-3 py-2.5">
            {heading}
            <ChevronDown aria-hidden className="size-5 shrink-0 in-open:rotate-180" />
          </summary>
          <div className="grid gap-3 pb-3 sm:pl-9">
            {check === 'passed' ? (
              <p className="max-w-text">
                {text} {explained}
              </p>
            ) : null}
            <dl className="bg-warm grid gap-3 rounded-md p-4 text-sm">
              {Object.entries(details).map(([term, value]) =>
                value === undefined ? null : (
                  <Detail key={term} name={term}>
                    {value}
                  </Detail>
                ),
              )}
              {children}
            </dl>
          </div>
        </details>
      ) : (
        <div className="flex items-center gap-3 py-2.5">{heading}</div>
      )}
      {check === 'passed' && details ? null : <p className="max-w-text pb-3 sm:pl-9">{text}</p>}
    </li>
  )
}

const idDetails = ({ facts, report }: Examination) => ({
  [technical.id]: facts?.id,
  [technical.status]: words.checks[standing(report)],
  [technical.statusAsOf]: report.statusAsOf && toExactTime(report.statusAsOf),
})

const logDetails = ({ report: { checkpoint, inclusion, details }, entry }: Examination) => ({
  [technical.checkpoint]: words.checks[checkpoint],
  [technical.inclusion]: words.checks[inclusion],
  [technical.log]: details?.checkpoint.origin,
  [technical.size]: details?.checkpoint.size,
  [technical.index]: details?.index,
  [technical.leaf]: details && toHex(details.leaf),
  [technical.root]: details && toHex(details.checkpoint.root),
  [technical.recordedAt]: entry && toExactTime(entry.at),
})

/** One sentence on the stamp, after the sentence on the log. */
const stampSentence = (stamp: StampReport): string =>
  fill(words.stamp[stamp.state], {
    block: stamp.state === 'block' ? stamp.height.toLocaleString('en-IN') : '',
  })

/** How to look the stamp up in Bitcoin, which a page cannot do by itself. */
function StampDetails({ stamp }: { stamp: StampReport }) {
  if (stamp.state === 'failed' || stamp.state === 'unknown') return null
  const checkpoint = `/log/checkpoint/${stamp.size}`
  return (
    <>
      {stamp.state === 'block' ? (
        <>
          <Detail name={technical.block}>{stamp.height}</Detail>
          <Detail name={technical.merkleRoot}>{stamp.merkleRoot}</Detail>
          <div>
            <dt className="text-ink-soft">{technical.howToBeSure}</dt>
            <dd className="max-w-text">{words.stamp.compare}</dd>
          </div>
        </>
      ) : (
        <Detail name={technical.calendars}>{stamp.calendars.join(', ')}</Detail>
      )}
      <div>
        <dt className="text-ink-soft">{fill(technical.stamped, { size: stamp.size })}</dt>
        <dd className="flex flex-wrap gap-x-6">
          <a href={`${checkpoint}.ots`} download className="link py-2.5">
            {technical.stampFile}
          </a>
          <a href={checkpoint} download className="link py-2.5">
            {technical.checkpointFile}
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

/** Witnesses that have seen the certificate's entry in the log, and who should have. */
function WitnessSightings({ examination }: { examination: Examination }) {
  const { sightings, witnesses, comparison } = examination
  const missing = witnesses?.missing ?? []
  const isLive = comparison.state === 'compared'
  if (sightings.length + missing.length === 0) return null
  return (
    <div className="text-ink-soft mt-4 grid gap-2 text-sm">
      <ul className="grid gap-1">
        {sightings.map(({ name, vkey, time }) => (
          <li key={vkey} className="grid grid-cols-[--spacing(10)_minmax(0,1fr)] wrap-anywhere">
            <Eye aria-hidden className="size-5" />
            {fill(words.seen.by, { name, date: toDay(time) })}
          </li>
        ))}
        {missing.map(({ name, vkey }) => (
          <li key={vkey} className="grid grid-cols-[--spacing(10)_minmax(0,1fr)] wrap-anywhere">
            <CircleHelp aria-hidden className="size-5" />
            {fill(isLive ? words.seen.missing : words.seen.missingAtAll, { name })}
          </li>
        ))}
      </ul>
      {sightings.length > 0 ? <p className="max-w-text">{words.seen.how}</p> : null}
    </div>
  )
}

/** What was checked here, what was believed, and what others can check; and what its dates are. */
function RestsOn({ examination }: { examination: Examination }) {
  const { comparison, facts } = examination
  const { title, checked, taken, others } = words.restsOn
  const text = fill(checked.text, { host: new URL(siteUrl()).host })
  const rows = [
    ...(facts ? [{ name: words.dates.name, text: datesSentence(examination) }] : []),
    { ...checked, text: `${text} ${facts ? comparedSentence(comparison) : ''}` },
    taken,
    others,
  ]
  return (
    <section aria-labelledby="rests-on" className="-mb-2">
      {facts && checkOf(comparison) === 'unknown' ? (
        <p className="max-w-text pt-3">{words.restsOn.notCompared}</p>
      ) : null}
      <details>
        <summary className="link w-fit cursor-pointer py-3">
          <h2 id="rests-on" className="inline text-lg">
            {title}
          </h2>
        </summary>
        <dl className="grid gap-3 pb-2">
          {rows.map(({ name, text: what }) => (
            <div key={name}>
              <dt className="font-semibold">{name}</dt>
              <dd className="max-w-text wrap-anywhere">{what}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

/** A certificate has one date. When it was signed is said only if that was another day. */
function datesSentence({ facts, report }: Examination): string {
  const { recorded, signed } = words.dates
  const [day, signedAt] = [facts?.verifiedOn ?? '', report.proof?.created ?? '']
  const sentence = fill(recorded, { date: toLongDate(day) })
  return toIsoDay(day) === toIsoDay(signedAt)
    ? sentence
    : `${sentence} ${fill(signed, { date: toDay(signedAt) })}`
}

function comparedSentence(comparison: Comparison): string {
  const { firstSight, seenBefore } = words.restsOn
  // The list says why the log failed.
  if (comparison.state !== 'compared') return ''
  const { seen } = comparison
  return seen === undefined ? firstSight : fill(seenBefore, { seen })
}

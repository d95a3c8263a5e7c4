import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import words from '#content/certificate.json' with { type: 'json' }
import { toHex } from '#credential/bytes.ts'
import type { Check } from '#credential/verify/check-status.ts'
import { toExactTime, toLongDate } from './dates.ts'
import { Detail } from './detail.tsx'
import type { Examination } from '../../credential/verify/examine-certificate.ts'
import { RestsOn } from './rests-on.tsx'
import { StampDetails, stampSentence } from './stamp-details.tsx'
import { checkOf, logCheck, standing } from '../../credential/verify/verdict.ts'
import { comparisonSentence } from './verdict-sentences.ts'
import { WitnessSightings } from './witness-sightings.tsx'

/** What was checked just now, and what came of it: in words, not in colour alone. */
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
      {/* A list that tells how things stand; the page's own status announces the verdict, once. */}
      <div role="status" aria-live="off">
        <ul className="border-ink mt-4 grid border-t-2">
          <Feature
            name={words.features.id.name}
            check={id}
            text={words.features.id[verdict === 'absent' || verdict === 'revoked' ? verdict : id]}
            details={examination.facts ? <IdDetails examination={examination} /> : null}
          />
          <Feature
            name={words.features.signature.name}
            check={report.signature}
            text={words.features.signature[report.isVoid ? 'void' : report.signature].replace(
              '[date]',
              toLongDate(proof?.created ?? ''),
            )}
            details={proof ? <SignatureDetails proof={proof} /> : null}
          />
          <Feature
            name={words.features.log.name}
            check={log}
            text={[logSentence(examination), stamp ? stampSentence(stamp) : ''].join(' ')}
            details={examination.facts ? <LogDetails examination={examination} /> : null}
          />
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
  // What fails by itself is told first: only of what is right, the comparison decides.
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

function Feature(props: { name: string; check: Check; text: string; details: ReactNode }) {
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
            <dl className="bg-warm grid gap-3 rounded-md p-4 text-sm">{props.details}</dl>
          </details>
        ) : null}
      </div>
    </li>
  )
}

function IdDetails({ examination: { facts, report } }: { examination: Examination }) {
  return (
    <>
      <Detail name="ID in the signed certificate">{facts?.id}</Detail>
      <Detail name="Status list of the council">{words.checks[standing(report)]}</Detail>
      {report.statusAsOf ? (
        <Detail name="Status list as of">{toExactTime(report.statusAsOf)}</Detail>
      ) : null}
    </>
  )
}

function SignatureDetails({ proof }: { proof: NonNullable<Examination['report']['proof']> }) {
  return (
    <>
      <Detail name="Key">{proof.verificationMethod}</Detail>
      <Detail name="Kind of proof">Ed25519, {proof.cryptosuite}</Detail>
      <Detail name="Signed at">{toExactTime(proof.created)}</Detail>
    </>
  )
}

function LogDetails({ examination: { report, entry, stamp } }: { examination: Examination }) {
  const { details } = report
  return (
    <>
      <Detail name="Checkpoint of the log">{words.checks[report.checkpoint]}</Detail>
      <Detail name="Entry in the log">{words.checks[report.inclusion]}</Detail>
      {details ? (
        <>
          <Detail name="Log">{details.checkpoint.origin}</Detail>
          <Detail name="Tree size">{details.checkpoint.size}</Detail>
          <Detail name="Index, counted from 0">{details.index}</Detail>
          <Detail name="Leaf">{toHex(details.leaf)}</Detail>
          <Detail name="Root">{toHex(details.checkpoint.root)}</Detail>
        </>
      ) : null}
      {entry ? <Detail name="Recorded at">{toExactTime(entry.at)}</Detail> : null}
      {stamp ? <StampDetails stamp={stamp} /> : null}
    </>
  )
}

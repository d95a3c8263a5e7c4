import { ChevronDown, CircleHelp, Eye } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import words from '@naic/content/en/security-features.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { toHex } from '@naic/ledger/format/bytes.ts'
import type { Check } from '@naic/ledger/verify/verify-credential.ts'
import { toDay, toExactTime, toIsoDay, toLongDate } from './dates.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { checkOf, logCheck, standing } from '@naic/ledger/verify/verdict.ts'
import { HowWeKnow } from './later.tsx'
import { checkLooks } from './verdict-look.ts'
import { comparisonSentence, witnessSentence } from './verdict-sentences.ts'
import type { StampReport } from '@naic/ledger/verify/verify-stamp.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { Facts } from '@naic/ui/facts.tsx'
import { Section } from '@naic/ui/section.tsx'

const { features, technical } = words

/** The checks and their results, in words and not in colour alone. */
export function SecurityFeatures({ examination }: { examination: Examination }) {
  return (
    <Section
      id="security-features"
      title={features.title}
      className="border-hairline bg-paper rounded-lg border px-5 py-4 sm:p-6"
    >
      <p className="text-ink-soft mt-1 text-sm">{features.by}</p>
      <ul className="border-ink mt-2 grid border-t-2 sm:mt-4">
        {featuresOf(examination).map((feature) => (
          <Feature key={feature.name} {...feature} />
        ))}
      </ul>
      <Way examination={examination} />
      <Cosignatures examination={examination} />
      <RestsOn examination={examination} />
    </Section>
  )
}

type Details = [name: string, value: ReactNode][]

type FeatureProps = {
  name: string
  check: Check
  text: string
  /** What it means that the check passed. */
  explained: string
  /** Undefined if nothing is to be shown. */
  details: Details | undefined
}

function featuresOf(examination: Examination): FeatureProps[] {
  const { id, verdict, stamp, facts, entry, proof, details } = examination
  return [
    {
      ...features.id,
      check: id,
      text: features.id[verdict === 'absent' || verdict === 'revoked' ? verdict : id],
      details: facts && [
        [technical.id, facts.id],
        [technical.status, words.checks[standing(examination)]],
        [technical.statusAsOf, examination.statusAsOf && toExactTime(examination.statusAsOf)],
      ],
    },
    {
      ...features.signature,
      check: examination.signature,
      text: fill(features.signature[examination.isVoid ? 'void' : examination.signature], {
        date: toDay(proof?.created ?? ''),
      }),
      details: proof && [
        [technical.key, proof.verificationMethod],
        [technical.proof, `Ed25519, ${proof.cryptosuite}`],
        [technical.signedAt, toExactTime(proof.created)],
      ],
    },
    {
      ...features.log,
      check: logCheck(examination),
      text: [logSentence(examination), stamp ? stampSentence(stamp) : ''].join(' '),
      details: facts && [
        [technical.checkpoint, words.checks[examination.checkpoint]],
        [technical.inclusion, words.checks[examination.inclusion]],
        [technical.log, details?.checkpoint.origin],
        [technical.size, details?.checkpoint.size],
        [technical.index, details?.index],
        [technical.leaf, details && toHex(details.leaf)],
        [technical.root, details && toHex(details.checkpoint.root)],
        [technical.recordedAt, entry && toExactTime(entry.at)],
        ...(stamp ? stampDetails(stamp) : []),
      ],
    },
  ]
}

function logSentence(examination: Examination): string {
  const { comparison, inclusion, details, newest } = examination
  const check = logCheck(examination)
  // A failure of the certificate itself comes first; only then the comparison decides.
  const decides = inclusion === 'passed' || comparison.state === 'absent'
  if (decides && check === checkOf(comparison) && check !== 'passed') {
    return comparisonSentence(comparison)
  }
  if (witnessSentence(examination) !== '' && check === 'unknown') return words.seen.tooFew
  return fill(features.log[check], { entry: (details?.index ?? 0) + 1, size: newest?.size ?? '' })
}

/** One sentence on the stamp, after the sentence on the log. */
const stampSentence = (stamp: StampReport): string =>
  fill(words.stamp[stamp.state], {
    block: stamp.state === 'block' ? stamp.height.toLocaleString('en-IN') : '',
  })

/** How to look the stamp up in Bitcoin, which a page cannot do by itself. */
function stampDetails(stamp: StampReport): Details {
  if (stamp.state === 'failed' || stamp.state === 'unknown') return []
  const file = `/log/checkpoint/${stamp.size}`
  const inBitcoin: Details =
    stamp.state === 'pending'
      ? [[technical.calendars, stamp.calendars.join(', ')]]
      : [
          [technical.block, stamp.height],
          [technical.merkleRoot, stamp.merkleRoot],
          [
            technical.howToBeSure,
            <p key="how" className="max-w-text font-sans">
              {words.stamp.compare}
            </p>,
          ],
        ]
  const files = [
    [`${file}.ots`, technical.stampFile],
    [file, technical.checkpointFile],
  ].map(([href, text]) => (
    <a key={href} href={href} download className="link mr-6 inline-block py-2.5 font-sans">
      {text}
    </a>
  ))
  return [...inBitcoin, [fill(technical.stamped, { size: stamp.size }), files]]
}

/** What explains a check that passed is folded up; why one did not is always in sight. */
function Feature({ name, check, text, explained, details }: FeatureProps) {
  const { icon, colour } = checkLooks[check]
  const isFolded = details && check === 'passed'
  const heading = (
    <>
      <Icon of={icon} className={`${colour} size-6 shrink-0`} />
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
            <Icon of={ChevronDown} className="size-5 shrink-0 in-open:rotate-180" />
          </summary>
          <div className="grid gap-3 pb-3 sm:pl-9">
            {isFolded ? <p className="max-w-text">{`${text} ${explained}`}</p> : null}
            <Facts
              of={details}
              className="bg-warm grid gap-3 rounded-md p-4 text-sm"
              name="text-ink-soft"
              value="font-mono wrap-anywhere"
            />
          </div>
        </details>
      ) : (
        <div className="flex items-center gap-3 py-2.5">{heading}</div>
      )}
      {isFolded ? null : <p className="max-w-text pb-3 sm:pl-9">{text}</p>}
    </li>
  )
}

/** Drawn once somebody asks for it. */
function Way({ examination }: { examination: Examination }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link w-fit cursor-pointer py-3">
        <h3 className="inline text-lg">{words.way}</h3>
      </summary>
      {isOpen ? <HowWeKnow examination={examination} /> : null}
    </details>
  )
}

/** Witnesses that have seen the certificate's entry in the log, and who should have. */
function Cosignatures({ examination }: { examination: Examination }) {
  const { cosignatures, witnesses, comparison } = examination
  const { missing, missingAtAll, by, how } = words.seen
  const missed = comparison.state === 'compared' ? missing : missingAtAll
  const rows = [
    ...cosignatures.map(({ vkey, name, time }) => {
      return { vkey, icon: Eye, text: fill(by, { name, date: toDay(time) }) }
    }),
    ...(witnesses?.missing ?? []).map(({ vkey, name }) => {
      return { vkey, icon: CircleHelp, text: fill(missed, { name }) }
    }),
  ]
  if (rows.length === 0) return null
  return (
    <div className="text-ink-soft mt-4 grid gap-2 text-sm">
      <ul className="grid gap-1">
        {rows.map(({ vkey, icon, text }) => (
          <li key={vkey} className="grid grid-cols-[--spacing(10)_minmax(0,1fr)] wrap-anywhere">
            <Icon of={icon} className="size-5" />
            {text}
          </li>
        ))}
      </ul>
      {cosignatures.length > 0 ? <p className="max-w-text">{how}</p> : null}
    </div>
  )
}

/** What was checked here, what was believed, and what others can check; and what its dates are. */
function RestsOn({ examination }: { examination: Examination }) {
  const { comparison, facts, proof } = examination
  const { title, checked, taken, others, notCompared, firstSight, seenBefore } = words.restsOn
  const texts = [fill(checked.text, { host: new URL(siteUrl()).host })]
  // Why the log failed, the list says.
  if (facts && comparison.state === 'compared') {
    const { seen } = comparison
    texts.push(seen === undefined ? firstSight : fill(seenBefore, { seen }))
  }
  const rows: Details = [
    [checked.name, texts.join(' ')],
    [taken.name, taken.text],
    [others.name, others.text],
  ]
  if (facts) rows.unshift([words.dates.name, datesSentence(facts.verifiedOn, proof?.created)])
  return (
    <section aria-labelledby="rests-on" className="-mb-2">
      {facts && checkOf(comparison) === 'unknown' ? (
        <p className="max-w-text pt-3">{notCompared}</p>
      ) : null}
      <details>
        <summary className="link w-fit cursor-pointer py-3">
          <h2 id="rests-on" className="inline text-lg">
            {title}
          </h2>
        </summary>
        <Facts
          of={rows}
          className="grid gap-3 pb-2"
          name="font-semibold"
          value="max-w-text wrap-anywhere"
        />
      </details>
    </section>
  )
}

/** A certificate has one date. When it was signed is said only if that was another day. */
function datesSentence(day: string, signedAt = ''): string {
  const sentence = fill(words.dates.recorded, { date: toLongDate(day) })
  return toIsoDay(day) === toIsoDay(signedAt)
    ? sentence
    : `${sentence} ${fill(words.dates.signed, { date: toDay(signedAt) })}`
}

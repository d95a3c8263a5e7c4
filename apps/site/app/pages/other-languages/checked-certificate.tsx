import { type ReactNode, useEffect, useRef } from 'react'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { tones, toneLooks } from '#app/certificate-view/verdict-look.ts'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { fill } from '@naic/content/fill.ts'
import type { Translation } from '@naic/content/translation.ts'
import {
  type Examination,
  type Verified,
  verifyById,
} from '@naic/ledger/verify/examine-certificate.ts'
import type { Verdict } from '@naic/ledger/verify/verdict.ts'
import { ButtonLink } from '@naic/ui/button.tsx'

/** The whole check, in this browser: the one that /verify makes. */
export const checkById = (id: string): Promise<Verified> =>
  verifyById(id, thisSite, new AbortController().signal).catch(() => ({ state: 'away' }))

export type ResultWords = Pick<
  NonNullable<Translation['checkById']>,
  'result' | 'verdicts' | 'unknown' | 'erased' | 'unavailable'
>
type Props = { words: ResultWords; lang: string; id: string; verified: Verified }

/** The verdict in a sentence, and of the certificate only what was verified. */
export function CheckedCertificate({ words, lang, id, verified }: Props) {
  const { look, title, text } = told(words, lang, verified)
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const examination = verified.state === 'examined' ? verified.examination : undefined
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="verdict"
      className={`grid scroll-mt-4 gap-4 rounded-lg border p-5 md:p-8 ${look.box}`}
    >
      <div className="flex items-start gap-3">
        <look.Icon aria-hidden className={`${look.icon} mt-1 size-8 shrink-0`} />
        <div className="min-w-0">
          <h2 id="verdict" className="text-heading">
            {title}
          </h2>
          <p className="font-mono tracking-wide">{id}</p>
        </div>
      </div>
      <p className="max-w-text">{text}</p>
      {examination ? <Facts words={words} lang={lang} examination={examination} /> : null}
      {verified.state === 'unknown' && verified.didYouMean.length > 0 ? (
        <Meant words={words} ids={verified.didYouMean} />
      ) : null}
      {examination ? (
        <ButtonLink href={`/verify/${id}`} look="outline" className="max-md:w-full">
          {examination.facts ? words.result.full : words.result.details}
        </ButtonLink>
      ) : null}
    </section>
  )
}

/** A verdict that is forgotten here is a mistake of type. */
type Told = Record<Verdict, { title: string; text: string }>

function told(words: ResultWords, lang: string, verified: Verified) {
  switch (verified.state) {
    case 'examined': {
      const { verdict, checkedAt } = verified.examination
      const verdicts: Told = words.verdicts
      const { title, text } = verdicts[verdict]
      const time = `${toDay(lang, checkedAt)}, ${toClock(lang, checkedAt)}`
      return { look: toneLooks[tones[verdict]], title, text: fill(text, { time }) }
    }
    case 'unknown':
      return { look: toneLooks.wrong, ...words.unknown }
    case 'erased':
      return { look: toneLooks.open, ...words.erased }
    default: {
      const { title, [verified.state]: text } = words.unavailable
      return { look: toneLooks.open, title, text }
    }
  }
}

type FactsProps = { words: ResultWords; lang: string; examination: Examination }

function Facts({ words: { result }, lang, examination }: FactsProps) {
  const { facts, verdict, revocation, checkedAt } = examination
  if (!facts) return null
  const weeks = /^(\d+) weeks?$/i.exec(facts.duration)?.[1]
  const rows: [string, ReactNode][] = [
    [result.holder, <HolderName key="name">{facts.holder}</HolderName>],
    [result.internship, facts.domain],
    [result.duration, weeks ? fill(result.weeks, { count: weeks }) : facts.duration],
    ...(verdict === 'verified'
      ? [[result.verifiedOn, toDay(lang, facts.verifiedOn)] satisfies [string, string]]
      : []),
  ]
  const checked = { date: toDay(lang, checkedAt), time: toClock(lang, checkedAt) }
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="text-lg leading-snug font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {revocation ? (
        <p className="font-medium">
          {fill(result.withdrawn, { date: toDay(lang, revocation.at) })}
        </p>
      ) : null}
      <p className="text-ink-soft text-sm">{fill(result.checkedAt, checked)}</p>
    </>
  )
}

/** They lead to the English page: the field above takes them as well. */
function Meant({ words, ids }: { words: ResultWords; ids: readonly string[] }) {
  return (
    <p>
      {words.unknown.meant}{' '}
      {ids.map((id) => (
        <a
          key={id}
          href={`/verify/${id}`}
          className="link mr-4 inline-block py-2.5 font-mono font-medium"
        >
          {id}
        </a>
      ))}
    </p>
  )
}

const timeZone = 'Asia/Kolkata'

/** @param time a plain day, which is the same everywhere, or a time. @returns the day in India. */
function toDay(lang: string, time: string | Date): string {
  const isPlainDay = typeof time === 'string' && !time.includes('T')
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return String(time)
  return at.toLocaleDateString(`${lang}-IN-u-nu-latn`, {
    dateStyle: 'long',
    timeZone: isPlainDay ? 'UTC' : timeZone,
  })
}

const toClock = (lang: string, time: Date): string =>
  time.toLocaleTimeString(`${lang}-IN-u-nu-latn`, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: false,
    timeZone,
  })

import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { type Revocation, toneOf } from '@naic/ledger/verify/verdict.ts'
import { toDay, toLongDate } from './dates.ts'
import { HolderName } from './holder-name.tsx'
import { later } from './later.tsx'
import { toneLooks, verdictTexts } from './verdict-look.ts'
import { TextLink } from '@naic/ui/text-link.tsx'

type Props = {
  examination: Examination
  /** The headings of a page read as its summary, so the verdict and the name are one of them. */
  heading: 'h1' | 'h3'
  /** The revocation in the register, used if the log's proof of it is not available. */
  registered?: Revocation | undefined
}

/** What an employer asks for first is in one frame: the verdict, the holder, for what, from whom and when. */
export function VerdictNotice({ examination, heading, registered }: Props) {
  const { verdict, revocation, facts } = examination
  const tone = toneOf(examination)
  const [text, ...since] = verdictTexts(examination)
  const revoked = verdict === 'revoked' ? (revocation ?? registered) : undefined
  return (
    <ResultNotice
      tone={tone}
      heading={heading}
      title={
        <>
          {words.verdicts[verdict].title}
          {facts ? ': ' : null}
          {facts ? <HolderName>{facts.holder}</HolderName> : null}
        </>
      }
    >
      {facts && tone === 'right' ? (
        <p className="mb-1 font-semibold">
          {fill(words.issued, {
            domain: facts.domain,
            duration: facts.duration,
            date: toLongDate(facts.verifiedOn),
          })}
        </p>
      ) : null}
      {facts ? <ReplacedBy id={examination.correctedBy} /> : null}
      <p>{text}</p>
      <Sentences>{since}</Sentences>
      {mayBeDoubted(examination) ? <Doubts examination={examination} /> : null}
      {revoked ? (
        <p className="mt-1 font-medium">{fill(words.withdrawnOn, { date: toDay(revoked.at) })}</p>
      ) : null}
      {revoked && !revocation ? <p className="text-sm">{words.register.unproven}</p> : null}
      {verdict === 'revoked' && !examination.correctedBy ? <WhatToDo /> : null}
    </ResultNotice>
  )
}

const Sentences = ({ children }: { children: readonly string[] }) =>
  children.map((sentence) => (
    <p key={sentence} className="mt-1">
      {sentence}
    </p>
  ))

/** Few are doubted, and the words of every doubt are many. */
const Doubts = later(async () => {
  const { doubtSentences } = await import('./verdict-sentences.ts')
  return ({ examination }: Pick<Props, 'examination'>) => (
    <Sentences>{doubtSentences(examination)}</Sentences>
  )
})

const mayBeDoubted = ({ verdict, comparison }: Examination) =>
  verdict === 'doubtful' || verdict === 'incomplete' || 'restart' in comparison

type Result = {
  tone: keyof typeof toneLooks
  /** In place of the tone's own. */
  icon?: typeof toneLooks.right.icon
  heading?: 'h1' | 'h2' | 'h3'
  title: ReactNode
  children: ReactNode
}

/** Every result has the same frame at the same place, and its sign is seen before anything is read. */
export function ResultNotice({ tone, icon, heading: Heading = 'h1', title, children }: Result) {
  const look = toneLooks[tone]
  return (
    <div
      className={`grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 rounded-lg border p-4 sm:gap-x-4 sm:gap-y-1 sm:p-6 ${tone === 'wrong' ? 'border-error bg-paper border-2' : look.box}`}
    >
      <Icon
        of={icon ?? look.icon}
        className={`${look.sign} size-10 sm:row-span-2 sm:size-14 sm:self-start`}
        strokeWidth={1.5}
      />
      <Heading className="text-2xl leading-tight wrap-anywhere sm:text-title">{title}</Heading>
      <div className="max-w-[48rem] wrap-anywhere max-sm:col-span-2">{children}</div>
    </div>
  )
}

/** Leads from a certificate to the one in its place; that does not lead back to a name that was changed. */
export const ReplacedBy = ({ id }: { id: string | undefined }) =>
  id === undefined ? null : (
    <p className="mb-2 font-semibold">
      {words.replaced}{' '}
      <TextLink href={`/verify/${id}`} className="font-mono">
        {id}
      </TextLink>
    </p>
  )

/** For an employer or a college that has no newer one. Why it was withdrawn, the council tells nobody here. */
export const WhatToDo = () => (
  <p className="mt-2">
    {words.whatToDo.text} <TextLink href="/contact">{words.whatToDo.link}</TextLink>.
  </p>
)

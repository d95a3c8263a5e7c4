import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { toDay } from './dates.ts'
import { HolderName } from './holder-name.tsx'
import { tones, toneLooks, verdictSentences } from './verdict-sentences.ts'

type Props = {
  examination: Examination
  /** The headings of a page read as its summary, so the verdict and the name are one of them. */
  heading: 'h1' | 'h3'
  /** The revocation in the register, used if the log's proof of it is not available. */
  registered?: Revocation | undefined
}

/** Larger and filled, to be seen first. */
const icons = {
  right: 'fill-peacock text-paper',
  open: 'text-ink-soft',
  wrong: 'fill-error text-paper',
}

export function VerdictNotice({ examination, heading: Heading, registered }: Props) {
  const { verdict, revocation, facts } = examination
  const tone = tones[verdict]
  const { Icon, box } = toneLooks[tone]
  const [text, ...missing] = verdictSentences(examination)
  const revoked = verdict === 'revoked' ? (revocation ?? registered) : undefined
  return (
    <div
      className={`grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 rounded-lg border p-4 sm:gap-x-4 sm:gap-y-1 sm:p-6 ${tone === 'wrong' ? 'border-error bg-paper border-2' : box}`}
    >
      <Icon
        aria-hidden
        className={`${icons[tone]} size-10 sm:row-span-2 sm:size-14 sm:self-start`}
        strokeWidth={1.5}
      />
      <Heading className="text-2xl leading-tight wrap-anywhere sm:text-title">
        {words.verdicts[verdict].title}
        {facts ? (
          <>
            {': '}
            <HolderName>{facts.holder}</HolderName>
          </>
        ) : null}
      </Heading>
      <div className="max-w-[48rem] max-sm:col-span-2">
        <p>{text}</p>
        {missing.map((sentence) => (
          <p key={sentence} className="mt-1">
            {sentence}
          </p>
        ))}
        {revoked ? (
          <p className="mt-1 font-medium">{fill(words.withdrawnOn, { date: toDay(revoked.at) })}</p>
        ) : null}
        {revoked && !revocation ? <p className="text-sm">{words.register.unproven}</p> : null}
        {verdict === 'revoked' ? <WhatToDo /> : null}
      </div>
    </div>
  )
}

/** For an employer or a college. Why it was withdrawn, the council tells nobody here. */
export const WhatToDo = () => (
  <p className="mt-2">
    {words.whatToDo.text}{' '}
    <SiteLink to="/contact" className="link -my-2.5 inline-block py-2.5 font-medium">
      {words.whatToDo.link}
    </SiteLink>
    .
  </p>
)

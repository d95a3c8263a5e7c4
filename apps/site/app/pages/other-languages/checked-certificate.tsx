import { type ReactNode, useEffect, useRef } from 'react'
import { inLanguage } from '#app/certificate-view/dates.ts'
import { HolderName } from '#app/certificate-view/holder-name.tsx'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { tellResult } from '#app/certificate-view/verdict-look.ts'
import { ResultNotice } from '#app/certificate-view/verdict-notice.tsx'
import { fill } from '@naic/content/fill.ts'
import type { Translation } from '@naic/content/translation.ts'
import { type Verified, verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

export type ResultWords = Pick<
  NonNullable<Translation['checkById']>,
  'result' | 'verdicts' | 'unknown' | 'erased' | 'unavailable'
>
type Props = { words: ResultWords; lang: string; id: string; verified: Verified }

/** The whole check, in this browser: the one that /verify makes. @returns what is shown of it. */
export async function checkById(id: string, words: ResultWords, lang: string): Promise<ReactNode> {
  const verified = await verifyById(id, thisSite, new AbortController().signal)
  return <CheckedCertificate words={words} lang={lang} id={id} verified={verified} />
}

/** The verdict in a sentence, and of the certificate only what was verified. */
function CheckedCertificate({ words, lang, id, verified }: Props) {
  const { tone, title, text } = tellResult(verified, words)
  const { result } = words
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const examination = verified.state === 'examined' ? verified.examination : undefined
  const at = examination && inLanguage(lang, examination.checkedAt)
  const facts = examination?.facts
  const [meant] = verified.state === 'unknown' ? verified.didYouMean : []
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="verdict" className="scroll-mt-4">
      <ResultNotice tone={tone} heading="h2" title={<span id="verdict">{title}</span>}>
        <div className="grid gap-4">
          <p className="font-mono tracking-wide">{id}</p>
          <p>{at ? fill(text, { time: `${at.date}, ${at.time}` }) : text}</p>
          {facts ? (
            <Facts
              of={[
                [result.holder, <HolderName key="name">{facts.holder}</HolderName>],
                [result.internship, facts.domain],
                [result.duration, inWeeks(facts.duration, result.weeks)],
                [
                  result.verifiedOn,
                  examination.verdict === 'verified'
                    ? inLanguage(lang, facts.verifiedOn).date
                    : undefined,
                ],
              ]}
              className="grid gap-3 sm:grid-cols-2"
              fact="min-w-0"
              value="text-lg leading-snug font-semibold wrap-anywhere"
            />
          ) : null}
          {facts && examination.revocation ? (
            <p className="font-medium">
              {fill(result.withdrawn, inLanguage(lang, examination.revocation.at))}
            </p>
          ) : null}
          {facts && at ? (
            <p className="text-ink-soft text-sm">{fill(result.checkedAt, at)}</p>
          ) : null}
          {/* It leads to the English page: the field above takes it as well. */}
          {meant ? (
            <p>
              {words.unknown.meant}{' '}
              <TextLink href={`/verify/${meant}`} className="font-mono">
                {meant}
              </TextLink>
            </p>
          ) : null}
          {examination ? (
            <ButtonLink href={`/verify/${id}`} look="outline" className="max-md:w-full">
              {facts ? result.full : result.details}
            </ButtonLink>
          ) : null}
        </div>
      </ResultNotice>
    </section>
  )
}

const inWeeks = (duration: string, weeks: string) => {
  const count = /^(\d+) weeks?$/i.exec(duration)?.[1]
  return count ? fill(weeks, { count }) : duration
}

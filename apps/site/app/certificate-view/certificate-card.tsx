import type { ReactNode } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { toIsoDay, toLongDate } from './dates.ts'
import type { Verdict } from '@naic/ledger/verify/verdict.ts'
import { seal } from './certificate-shapes.ts'
import { labelGiven } from './given-facts.ts'
import { HolderName } from './holder-name.tsx'
import { Signatory } from './signatory.tsx'
import { toneLooks, tones } from './verdict-look.ts'
import { Facts } from '@naic/ui/facts.tsx'

type Props = {
  facts: CertificateFacts
  verdict: Verdict
  /** When the council signed it: said if that is another day than the record's. */
  signedAt: string | undefined
  heading: 'h2' | 'h3'
  /** Opposite the signature, on a phone below it. */
  children?: ReactNode
}

/** The certificate, on the screen and on paper. Give it only verified facts. */
export function CertificateCard({ facts, verdict, signedAt, heading: Heading, children }: Props) {
  const isWrong = tones[verdict] === 'wrong'
  const { title, text } = words.verdicts[verdict]
  const day = fill(verdict === 'verified' ? words.card.verifiedOn : words.card.issuedOn, {
    date: toLongDate(facts.verifiedOn),
  })
  return (
    <article className={`bg-paper ${isWrong ? 'voided-sheet' : 'certificate-sheet'}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-x-8 gap-y-3 px-1 py-4 text-center sm:gap-y-6 sm:px-8 md:py-10 print:min-h-[16cm] print:content-evenly print:py-0 print:gap-y-2">
        <p className="font-heading flex items-center gap-3 text-sm font-semibold tracking-[0.14em] uppercase md:text-base">
          <Star isWrong={isWrong} />
          {organisation.name}
          <Star isWrong={isWrong} />
        </p>
        <Heading className="text-heading sm:text-title tracking-[0.05em] sm:tracking-[0.08em] uppercase">
          {words.title}
        </Heading>
        {/* Whoever sees only one half must not take it for a valid one. */}
        {isWrong ? (
          <div className="grid justify-items-center gap-2">
            <StandingBadge verdict={verdict}>{title}</StandingBadge>
            {verdict === 'revoked' ? (
              <p className="text-error max-w-xl font-medium">{text}</p>
            ) : null}
          </div>
        ) : null}
        <div className="grid w-full justify-items-center gap-2 sm:gap-3">
          <p className="text-ink-soft">{isWrong ? words.madeOut : words.certifies}</p>
          <p
            className={`font-heading w-full max-w-2xl border-b-2 pb-2 text-[clamp(1.75rem,1.2rem+2.6vw,3rem)] leading-tight font-semibold wrap-anywhere print:max-w-4xl ${isWrong ? 'border-control text-ink-soft' : 'border-marigold'} ${printedSize(facts.holder)}`}
          >
            <HolderName>{facts.holder}</HolderName>
          </p>
          <p className="max-w-xl print:max-w-none">
            {isWrong ? words.madeOutFor : words.completed}
          </p>
        </div>
        <div className="grid w-full justify-items-center">
          <CardFacts facts={facts} standing={title} />
          <CardGiven facts={facts} />
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          <StandingBadge verdict={verdict}>{title}</StandingBadge>
          <span className="font-medium">{day}</span>
          {signedAt && toIsoDay(signedAt) !== toIsoDay(facts.verifiedOn) ? (
            <span className="text-ink-soft text-sm">
              {fill(words.card.signedOn, { date: toLongDate(signedAt) })}
            </span>
          ) : null}
        </div>
        <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:gap-6 sm:grid-cols-[1fr_auto_1fr]">
          <Signatory isSigned={!isWrong} />
          <CertificateSeal tone={tones[verdict]} />
          {children ? (
            <div className="max-sm:border-hairline w-full max-w-72 max-sm:col-span-2 max-sm:max-w-none max-sm:border-t max-sm:pt-2 sm:justify-self-end">
              {children}
            </div>
          ) : null}
        </div>
      </div>
    </article>
  )
}

const Star = ({ isWrong }: { isWrong: boolean }) => (
  <LatticeStar
    className={`${isWrong ? 'text-control' : 'text-marigold'} size-5 shrink-0 max-sm:hidden`}
  />
)

/** However long the name is, the certificate stays one sheet on paper. */
function printedSize({ length }: string): string {
  if (length > 60) return 'print:text-2xl'
  return length > 30 ? 'print:text-4xl' : ''
}

function CardFacts({ facts, standing }: { facts: CertificateFacts; standing: string }) {
  const { card } = words
  const id = <span className="font-mono whitespace-nowrap sm:tracking-wide">{facts.id}</span>
  const rows: [string, ReactNode][] = [
    [card.id, id],
    [card.domain, facts.domain],
    [card.duration, facts.duration],
    [card.status, standing],
  ]
  return (
    <Facts
      of={rows}
      className="border-hairline grid w-full max-w-3xl grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] border-y sm:grid-cols-4 print:max-w-4xl print:grid-cols-[1fr_2fr_1fr_1fr]"
      fact="border-hairline px-1 py-2 max-sm:nth-[n+3]:border-t sm:py-3 print:py-3"
    />
  )
}

function CardGiven({ facts }: { facts: CertificateFacts }) {
  const given = labelGiven(facts)
  if (given.length === 0) return null
  return (
    <Facts
      of={given}
      className="border-hairline flex w-full max-w-3xl flex-wrap justify-center gap-x-8 border-b py-1 print:max-w-4xl"
      fact="px-2 py-1"
    />
  )
}

function StandingBadge({ verdict, children }: { verdict: Verdict; children: string }) {
  const { Icon, badge } = toneLooks[tones[verdict]]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-4 py-1 font-semibold ${badge}`}
    >
      <Icon aria-hidden className="size-5" />
      {children}
    </span>
  )
}

/**
 * The council's seal, a guilloche rose with the star of the jali: pale if it could not be confirmed,
 * crossed out if the certificate is not valid.
 */
function CertificateSeal({ tone }: { tone: keyof typeof toneLooks }) {
  const isWhole = tone === 'right'
  return (
    <svg
      viewBox="-60 -60 120 120"
      role="img"
      aria-label={words.card.seal[tone]}
      className="size-18 sm:size-32"
      fill="none"
    >
      <path
        d={seal.rose}
        className={isWhole ? 'stroke-ink' : 'stroke-ink-pale'}
        strokeWidth="0.7"
      />
      <circle
        r={seal.disc}
        className={isWhole ? 'fill-marigold stroke-ink' : 'fill-paper stroke-ink-pale'}
      />
      <path d={seal.star} className={isWhole ? 'fill-night' : 'fill-ink-pale'} />
      <path d={seal.heart} className={isWhole ? 'fill-marigold' : 'fill-paper'} />
      {tone === 'wrong' ? (
        <path d="M-40-40 40 40M40-40-40 40" className="stroke-error" strokeWidth="3" />
      ) : null}
    </svg>
  )
}

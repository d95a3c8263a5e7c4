import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { toIsoDay, toLongDate } from './dates.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { seal } from './certificate-shapes.ts'
import { labelGiven } from './given-facts.ts'
import { HolderName } from './holder-name.tsx'
import { verdicts } from '@naic/ledger/verify/verdict.ts'
import { toneLooks } from './verdict-look.ts'
import { Facts } from '@naic/ui/facts.tsx'

type Props = {
  /** Verified facts, and no others. */
  facts: CertificateFacts
  examination: Pick<Examination, 'verdict' | 'proof'>
  heading: 'h2' | 'h3'
  /** Opposite the signature, on a phone below it. */
  children?: ReactNode
}

/** The certificate, on the screen and on paper. When the council signed it is said if that is another day than the record's. */
export function CertificateCard({ facts, examination, heading: Heading, children }: Props) {
  const { verdict, proof } = examination
  const signedAt = proof?.created
  const { card } = words
  const tone = verdicts[verdict].tone
  const isWrong = tone === 'wrong'
  const { title, text } = words.verdicts[verdict]
  const { icon, badge } = toneLooks[tone]
  const standing = (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-4 py-1 font-semibold ${badge}`}
    >
      <Icon of={icon} className="size-5" />
      {title}
    </span>
  )
  const star = (
    <LatticeStar
      className={`${isWrong ? 'text-control' : 'text-marigold'} size-5 shrink-0 max-sm:hidden`}
    />
  )
  const id = <span className="font-mono whitespace-nowrap sm:tracking-wide">{facts.id}</span>
  const day = verdict === 'verified' ? card.verifiedOn : card.issuedOn
  return (
    <article className={`bg-paper ${isWrong ? 'voided-sheet' : 'certificate-sheet'}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-x-8 gap-y-3 px-1 py-4 text-center sm:gap-y-6 sm:px-8 md:py-10 print:min-h-[16cm] print:content-evenly print:py-0 print:gap-y-2">
        <p className="font-heading flex items-center gap-3 text-sm font-semibold tracking-[0.14em] uppercase md:text-base">
          {star}
          {organisation.name}
          {star}
        </p>
        <Heading className="text-heading sm:text-title tracking-[0.05em] sm:tracking-[0.08em] uppercase">
          {words.title}
        </Heading>
        {/* Whoever sees only one half must not take it for a valid one. */}
        {isWrong ? (
          <div className="grid justify-items-center gap-2">
            {standing}
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
          <Facts
            of={[
              [card.id, id],
              [card.domain, facts.domain],
              [card.duration, facts.duration],
              [card.status, title],
            ]}
            className="border-hairline grid w-full max-w-3xl grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] border-y sm:grid-cols-4 print:max-w-4xl print:grid-cols-[1fr_2fr_1fr_1fr]"
            fact="border-hairline px-1 py-2 max-sm:nth-[n+3]:border-t sm:py-3 print:py-3"
          />
          <Facts
            of={labelGiven(facts)}
            className="border-hairline flex w-full max-w-3xl flex-wrap justify-center gap-x-8 border-b py-1 empty:hidden print:max-w-4xl"
            fact="px-2 py-1"
          />
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          {standing}
          <span className="font-medium">{fill(day, { date: toLongDate(facts.verifiedOn) })}</span>
          {signedAt && toIsoDay(signedAt) !== toIsoDay(facts.verifiedOn) ? (
            <span className="text-ink-soft text-sm">
              {fill(card.signedOn, { date: toLongDate(signedAt) })}
            </span>
          ) : null}
        </div>
        <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:gap-6 sm:grid-cols-[1fr_auto_1fr]">
          <Signatory isSigned={!isWrong} />
          <CertificateSeal tone={tone} />
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

/** However long the name is, the certificate stays one sheet on paper. */
function printedSize({ length }: string): string {
  if (length > 60) return 'print:text-2xl'
  return length > 30 ? 'print:text-4xl' : ''
}

/** Only the council has it: without the file, nobody signed by hand, and the line is empty. */
const pictures = import.meta.glob<string>('../../../../content/signature.png', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

type Signed = { isSigned: boolean; picture?: string | undefined }

/** @param isSigned no, on what does not count any more. */
export function Signatory({ isSigned, picture = Object.values(pictures)[0] }: Signed) {
  return (
    <div className="grid max-w-56 grid-cols-[minmax(0,1fr)] justify-items-start text-left">
      {isSigned && picture ? (
        <img src={picture} alt={words.signature} className="h-12 max-w-full object-contain px-2" />
      ) : null}
      <p className="border-ink w-full border-t pt-1 font-semibold">{words.signatory}</p>
      <p className="text-ink-soft text-sm">{organisation.shortName}</p>
    </div>
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

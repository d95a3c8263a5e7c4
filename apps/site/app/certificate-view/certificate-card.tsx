import { BadgeCheck, CircleAlert, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { toLongDate } from './dates.ts'
import type { Verdict } from '@naic/ledger/verify/verdict.ts'
import { seal, signature } from './certificate-shapes.ts'
import { tones } from './verdict-sentences.ts'

type Props = {
  facts: CertificateFacts
  verdict: Verdict
  heading: 'h1' | 'h3'
  /** Opposite the signature, on a phone below it. */
  children?: ReactNode
}

/** The certificate, on the screen and on paper. Give it only verified facts. */
export function CertificateCard({ facts, verdict, heading: Heading, children }: Props) {
  const isVerified = verdict === 'verified'
  const standing = words.verdicts[verdict].title
  return (
    <article className="certificate-sheet bg-paper">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-x-8 gap-y-6 px-1 py-6 text-center sm:px-8 md:py-10 print:min-h-[16cm] print:content-evenly print:py-0 print:gap-y-2">
        <p className="font-heading flex items-center gap-3 text-sm font-semibold tracking-[0.14em] uppercase md:text-base">
          <LatticeStar className="text-marigold size-5 shrink-0 max-sm:hidden" />
          {organisation.name}
          <LatticeStar className="text-marigold size-5 shrink-0 max-sm:hidden" />
        </p>
        <Heading className="text-heading sm:text-title tracking-[0.05em] sm:tracking-[0.08em] uppercase">
          {words.title}
        </Heading>
        <div className="grid w-full justify-items-center gap-3">
          <p className="text-ink-soft">{words.certifies}</p>
          <p
            className={`font-heading border-marigold w-full max-w-2xl border-b-2 pb-2 text-[clamp(1.75rem,1.2rem+2.6vw,3rem)] leading-tight font-semibold wrap-anywhere print:max-w-4xl ${printedSize(facts.holder)}`}
          >
            {facts.holder}
          </p>
          <p className="max-w-xl print:max-w-none">{words.completed}</p>
        </div>
        <CardFacts facts={facts} standing={standing} />
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          <StandingBadge verdict={verdict}>{standing}</StandingBadge>
          <span className="font-medium">
            {isVerified ? 'Verified' : 'Issued'} on {toLongDate(facts.verifiedOn)}
          </span>
        </div>
        <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:gap-6 sm:grid-cols-[1fr_auto_1fr]">
          <div className="grid max-w-56 grid-cols-[minmax(0,1fr)] justify-items-start text-left">
            <DrawnSignature />
            <p className="border-ink w-full border-t pt-1 font-semibold">{words.signatory}</p>
            <p className="text-ink-soft text-sm">{organisation.shortName}</p>
          </div>
          <CertificateSeal tone={tones[verdict]} />
          {children ? (
            <div className="max-sm:border-hairline w-full max-w-72 max-sm:col-span-2 max-sm:mt-3 max-sm:max-w-none max-sm:border-t max-sm:pt-4 sm:justify-self-end">
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

function CardFacts({ facts, standing }: { facts: CertificateFacts; standing: string }) {
  const rows = [
    ['Certificate ID', facts.id],
    ['Internship Domain', facts.domain],
    ['Duration', facts.duration],
    ['Status', standing],
  ]
  return (
    <dl className="border-hairline grid w-full max-w-3xl grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] border-y sm:grid-cols-4 print:max-w-4xl print:grid-cols-[1fr_2fr_1fr_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="border-hairline px-2 py-3 max-sm:nth-[n+3]:border-t">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd
            className={`font-semibold ${value === facts.id ? 'font-mono whitespace-nowrap sm:tracking-wide' : 'wrap-anywhere'}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const badges = {
  right: {
    Icon: BadgeCheck,
    colours:
      'bg-peacock text-paper border-peacock print:text-ink print:bg-transparent print:border-ink',
  },
  open: { Icon: CircleHelp, colours: 'text-ink-soft border-control' },
  wrong: { Icon: CircleAlert, colours: 'text-error border-error' },
}

function StandingBadge({ verdict, children }: { verdict: Verdict; children: string }) {
  const { Icon, colours } = badges[tones[verdict]]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-4 py-1 font-semibold ${colours}`}
    >
      <Icon aria-hidden className="size-5" />
      {children}
    </span>
  )
}

const sealLabels = { right: 'Seal of the council', open: 'Seal, not confirmed', wrong: 'No seal' }

/**
 * The council's seal, a guilloche rose with the star of the jali: pale if it could not be confirmed,
 * crossed out if the certificate is not valid.
 */
function CertificateSeal({ tone }: { tone: keyof typeof sealLabels }) {
  const isWhole = tone === 'right'
  return (
    <svg
      viewBox="-60 -60 120 120"
      role="img"
      aria-label={sealLabels[tone]}
      className="size-20 sm:size-32"
      fill="none"
    >
      <g className={isWhole ? 'stroke-ink' : 'stroke-ink-pale'} strokeWidth="0.7">
        {seal.petalAngles.map((angle) => (
          <ellipse key={angle} {...seal.petal} transform={`rotate(${angle})`} />
        ))}
        {seal.toothAngles.map((angle) => (
          <path key={angle} d={seal.tooth} transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle
        r={seal.disc}
        className={isWhole ? 'fill-marigold stroke-ink' : 'fill-paper stroke-ink-pale'}
      />
      <path d={seal.star} className={isWhole ? 'fill-ink' : 'fill-ink-pale'} />
      <path d={seal.heart} className={isWhole ? 'fill-marigold' : 'fill-paper'} />
      {tone === 'wrong' ? (
        <path d="M-40-40 40 40M40-40-40 40" className="stroke-error" strokeWidth="3" />
      ) : null}
    </svg>
  )
}

/** Nobody's signature: the office signs, not a person. */
function DrawnSignature() {
  return (
    <svg viewBox="0 0 200 64" aria-hidden="true" className="w-32 max-w-full sm:w-52" fill="none">
      <path
        d={signature.name}
        className="stroke-ink"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d={signature.stroke} className="stroke-ink" strokeWidth="1.2" strokeLinecap="round" />
    </svg>
  )
}

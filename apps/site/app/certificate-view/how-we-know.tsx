import { Icon } from '@naic/ui/icon.tsx'
import words from '@naic/content/en/how-we-know.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { toHex } from '@naic/ledger/format/bytes.ts'
import { sidesOf } from '@naic/ledger/format/merkle-tree.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { checkOf } from '@naic/ledger/verify/verdict.ts'
import type { Check } from '@naic/ledger/verify/verify-credential.ts'
import { checkLooks } from './verdict-look.ts'
import { witnessSentence } from './verdict-sentences.ts'

const { steps } = words

/** The way from this certificate to what the council cannot change alone: one step for each check, red where it breaks. */
export function HowWeKnow({ examination }: { examination: Examination }) {
  const { details } = examination
  return (
    <ol className="grid gap-0 pb-3">
      {waysOf(examination).map(({ name, check, text }) => {
        const { icon, colour } = checkLooks[check]
        return (
          <li key={name} className="group grid grid-cols-[--spacing(10)_minmax(0,1fr)]">
            <span className="grid grid-rows-[auto_1fr] justify-items-start">
              <Icon of={icon} className={`${colour} size-6`} />
              <span
                aria-hidden
                className="border-control ml-[0.7rem] h-full border-l-2 group-last:hidden"
              />
            </span>
            <div className="grid gap-1 pb-5">
              <h4 className={`font-semibold ${check === 'failed' ? colour : ''}`}>{name}</h4>
              <p className="max-w-text">{text}</p>
              {name === steps.list.name && details && details.path.length > 0 ? (
                <Path details={details} isBroken={check === 'failed'} />
              ) : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

type Step = { name: string; check: Check; text: string }

function waysOf(examination: Examination): Step[] {
  const { signature, inclusion, comparison, details, cosignatures, stamp } = examination
  const count = details?.path.length ?? 0
  const size = details?.checkpoint.size ?? 0
  const isSeen = cosignatures.length > 0 && witnessSentence(examination) === ''
  const stamped = {
    block: 'passed',
    failed: 'failed',
    pending: 'unknown',
    unknown: 'unknown',
  } as const
  const checks = {
    certificate: signature,
    list: inclusion,
    head: inclusion === 'passed' ? checkOf(comparison) : 'unknown',
    observers: isSeen ? 'passed' : 'unknown',
    stamp: stamp ? stamped[stamp.state] : 'unknown',
  } satisfies Record<keyof typeof steps, Check>
  const given = {
    count,
    size,
    entry: (details?.index ?? 0) + 1,
    names: cosignatures.map(({ name }) => name).join(', '),
    block: stamp?.state === 'block' ? stamp.height.toLocaleString('en-IN') : '',
  }
  return (['certificate', 'list', 'head', 'observers', 'stamp'] as const).map((step) => {
    const check = checks[step]
    const isOnly = step === 'list' && check === 'passed' && count === 0
    const isUnstamped = step === 'stamp' && !stamp
    const text = isOnly ? steps.list.only : isUnstamped ? steps.stamp.none : steps[step][check]
    return { name: steps[step].name, check, text: fill(text, given) }
  })
}

/** Of one level, in units of the drawing. */
const fall = 40

/** From above down to the head: at each level, on its side, the neighbour with which it is joined. */
function Path({ details, isBroken }: PathProps) {
  const { index, leaf, path, checkpoint } = details
  const foot = 56 + fall * path.length
  const short = (hash: Uint8Array) => toHex(hash).slice(0, 6)
  const said = { leaf: short(leaf), root: short(checkpoint.root), count: path.length }
  const line = isBroken ? 'stroke-error' : 'stroke-peacock'
  return (
    <svg
      role="img"
      aria-label={fill(words.drawing, said)}
      viewBox={`0 0 320 ${foot + 16}`}
      className="mt-1 w-full max-w-[20rem] font-mono text-[13px]"
      fill="none"
      strokeWidth="2"
    >
      <path d={`M160 16V${foot}`} className={line} strokeDasharray={isBroken ? '4 5' : undefined} />
      {sidesOf(index, checkpoint.size - 1).map((side, level) => {
        const hash = path[level] ?? leaf
        const [x, y] = [side === 'left' ? 60 : 260, 48 + fall * level]
        return (
          <g key={toHex(hash)}>
            <path d={`M${x} ${y}Q${x} ${y + 22} 160 ${y + 22}`} className="stroke-control" />
            <Hash x={x} y={y} hash={short(hash)} className="fill-warm stroke-control" />
          </g>
        )
      })}
      <Hash x={160} y={16} hash={said.leaf} className="fill-marigold-pale stroke-marigold" />
      <Hash x={160} y={foot} hash={said.root} className={`fill-peacock-pale ${line}`} />
      <g className="fill-ink-soft font-sans text-[12px]">
        <text x="200" y="20">
          {words.start}
        </text>
        <text x="200" y={foot + 4}>
          {words.end}
        </text>
      </g>
    </svg>
  )
}

type PathProps = { details: NonNullable<Examination['details']>; isBroken: boolean }

type Hash = { x: number; y: number; hash: string; className: string }

const Hash = ({ x, y, hash, className }: Hash) => (
  <>
    <rect x={x - 34} y={y - 11} width="68" height="22" rx="4" className={className} />
    <text x={x} y={y + 4} textAnchor="middle" className="fill-ink">
      {hash}
    </text>
  </>
)

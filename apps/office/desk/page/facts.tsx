import type { ReactNode } from 'react'

type Props = {
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** Whether labels may be long: on a phone each stands above what it names. */
  areLong?: true
}

/** Opened by a program on the staff's own machine. @param to an email address. */
export const MailLink = ({ to }: { to: string }) => (
  <a href={`mailto:${encodeURIComponent(to)}`} className="link inline-block py-1">
    {to}
  </a>
)

/** What is known, line by line; lines that have nothing to say are left out. */
export const Facts = ({ facts, areLong }: Props) => (
  <dl
    className={`grid gap-x-3 gap-y-1.5 ${areLong ? 'sm:grid-cols-[9rem_minmax(0,1fr)]' : 'grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)]'}`}
  >
    {facts.map(([label, value], at) =>
      value === undefined || value === null || value === '' ? null : (
        // Two certificates have one label.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={`${label} ${at}`} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
            {value}
          </dd>
        </div>
      ),
    )}
  </dl>
)

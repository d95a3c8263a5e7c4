import type { ReactNode } from 'react'

type Props = {
  /** By name. What is undefined is left out. */
  of: readonly (readonly [name: string, value: ReactNode])[]
  className?: string
  /** Classes of each fact, of its name and of its value. */
  fact?: string
  name?: string
  value?: string
}

export const Facts = ({
  of,
  className,
  fact,
  name = 'text-ink-soft text-sm',
  value = 'font-semibold wrap-anywhere',
}: Props) => (
  <dl className={className}>
    {of.map(([term, said]) =>
      said === undefined ? null : (
        <div key={term} className={fact}>
          <dt className={name}>{term}</dt>
          <dd className={value}>{said}</dd>
        </div>
      ),
    )}
  </dl>
)

import type { ReactNode } from 'react'

/** One line of what is a click away, in a list of such. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-mono wrap-anywhere">{children}</dd>
    </div>
  )
}

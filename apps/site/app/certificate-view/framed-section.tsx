import type { ReactNode } from 'react'

type Props = {
  /** Of its heading. */
  id: string
  title: string
  intro: string
  children: ReactNode
}

/** A part of what is said of a certificate, in a frame of its own; not for paper. */
export function FramedSection({ id, title, intro, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="border-hairline bg-paper grid grid-cols-[minmax(0,1fr)] gap-5 rounded-lg border p-6 wrap-anywhere print:hidden"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text text-sm">{intro}</p>
      </div>
      {children}
    </section>
  )
}

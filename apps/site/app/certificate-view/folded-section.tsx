import type { ReactNode } from 'react'

type Props = {
  /** Of its heading. */
  id: string
  title: string
  intro: string
  children: ReactNode
}

/** Has a frame of its own, opens when its heading is pressed, and is not printed. */
export function FoldedSection({ id, title, intro, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="border-hairline bg-paper rounded-lg border px-5 wrap-anywhere sm:px-6 print:hidden"
    >
      <details>
        <summary className="cursor-pointer py-3 sm:py-4">
          <h2 id={id} className="text-heading inline">
            {title}
          </h2>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-5 sm:pb-6">
          <p className="text-ink-soft max-w-text text-sm">{intro}</p>
          {children}
        </div>
      </details>
    </section>
  )
}

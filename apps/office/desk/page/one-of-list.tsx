import type { ReactNode } from 'react'

type Props = {
  /** How it stands, before its title. */
  marks: ReactNode
  title: string
  actions: ReactNode
  beside: ReactNode
  children: ReactNode
}

/** One of a list as it is read: what it says, and beside it what is known of it. */
export const OneOfList = ({ marks, title, actions, beside, children }: Props) => (
  <article className="@container grid gap-4 p-4 lg:px-6">
    <header className="grid gap-3">
      <p className="flex flex-wrap items-center gap-3">{marks}</p>
      <h2 className="text-xl break-words" dir="auto">
        {title}
      </h2>
      {actions}
    </header>
    <div className="grid gap-x-8 gap-y-5 @3xl:grid-cols-[minmax(0,5fr)_minmax(16rem,2fr)]">
      <div className="grid min-w-0 content-start gap-4">{children}</div>
      <div className="grid min-w-0 content-start gap-5">{beside}</div>
    </div>
  </article>
)

type WordsProps = { label: string; heading?: ReactNode; isOurs?: boolean; children: string }

/** Words as somebody wrote them, below who did. */
export const Words = ({ label, heading, isOurs = false, children }: WordsProps) => (
  <section
    aria-label={label}
    className={`border-hairline overflow-clip rounded-md border ${isOurs ? 'border-l-peacock border-l-3' : ''}`}
  >
    {heading}
    <p dir="auto" className="max-w-text px-4 py-3 leading-relaxed break-words whitespace-pre-wrap">
      {children}
    </p>
  </section>
)

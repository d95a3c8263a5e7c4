import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  id: string
  title: string
  /** Classes of the heading. */
  look?: string
}

/** A part of a page, which has the name of its heading. */
export const Section = ({ id, title, look = 'text-heading', children, ...section }: Props) => (
  <section {...section} aria-labelledby={id}>
    <h2 id={id} className={look}>
      {title}
    </h2>
    {children}
  </section>
)

type Intro = Record<'id' | 'title' | 'text', string> & { className: string; children?: ReactNode }

/** How a large section begins: its heading, and a few words below it. */
export const Intro = ({ id, title, text, className, children }: Intro) => (
  <div className={`grid ${className}`}>
    <h2 id={id} className="text-title">
      {title}
    </h2>
    <p className="text-ink-soft max-w-text md:text-lg">{text}</p>
    {children}
  </div>
)

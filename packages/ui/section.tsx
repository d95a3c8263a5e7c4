import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'section'>, 'title'> & {
  id: string
  title: string
  /** Classes of the heading. */
  look?: string
}

/** A part of a page, which has the name of its heading. */
export function Section({ id, title, look = 'text-heading', children, ...section }: Props) {
  return (
    <section {...section} aria-labelledby={id}>
      <h2 id={id} className={look}>
        {title}
      </h2>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'

type Props = {
  picture: ReactNode
  title: string
  text: string
  /** Classes of the item, its heading and its text. */
  className?: string
  head?: string
  look?: string
}

export const PicturedItem = ({ picture, title, text, className = '', head, look = '' }: Props) => (
  <li className={`flex gap-4 ${className}`}>
    {picture}
    <div className="min-w-0 flex-1">
      <h3 className={`leading-tight ${head ?? 'text-xl'}`}>{title}</h3>
      <p className={`text-ink-soft leading-snug ${look}`}>{text}</p>
    </div>
  </li>
)

type Props = {
  of: readonly { title: string; text: string }[]
  className?: string
  /** Classes of each step. */
  step: string
}

export const Steps = ({ of, className = '', step }: Props) => (
  <ol className={`grid ${className}`}>
    {of.map(({ title, text }, at) => (
      <li
        key={title}
        className={`border-hairline grid grid-cols-[--spacing(10)_minmax(0,1fr)] content-start border-t py-4 ${step}`}
      >
        <span className="font-heading text-peacock text-heading leading-tight" aria-hidden>
          {at + 1}
        </span>
        <div>
          <h3 className="mb-1 text-lg">{title}</h3>
          <p className="text-ink-soft">{text}</p>
        </div>
      </li>
    ))}
  </ol>
)

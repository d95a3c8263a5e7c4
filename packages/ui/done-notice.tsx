import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = { title: string; text: string; children: ReactNode }

/** Takes a form's place once it was sent, and the focus with it. `children` are what can be done next. */
export function DoneNotice({ title, text, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <CircleCheck aria-hidden className="text-peacock size-16" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-title">
        {title}
      </h2>
      <p className="max-w-text text-lg">{text}</p>
      {children}
    </div>
  )
}

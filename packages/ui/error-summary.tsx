import { useEffect, useRef } from 'react'

type Props = {
  errors: [field: string, message: string][]
  /** Takes the focus whenever this number changes; 0 leaves the focus where it is. */
  focusOn: number
}

/** Every error of the form in one box, each a link to its field. Nothing without errors. */
export function ErrorSummary({ errors, focusOn }: Props) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (focusOn === 0) return
    box.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
    box.current?.focus({ preventScroll: true })
  }, [focusOn])

  if (errors.length === 0) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-labelledby="error-summary-title"
      className="border-error bg-error-pale rounded-lg border-2 p-5"
    >
      <h3 id="error-summary-title" className="text-lg">
        Please fix the following errors:
      </h3>
      <ul className="mt-2 list-disc pl-5">
        {errors.map(([field, message]) => (
          <li key={field}>
            <a
              href={`#${field}`}
              className="text-error inline-flex min-h-11 items-center font-medium underline"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

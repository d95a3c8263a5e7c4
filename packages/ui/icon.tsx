import type { IconNode } from 'lucide'
import type { ComponentProps } from 'react'

type Props = { of: IconNode } & ComponentProps<'svg'>

/** A drawing that stands beside words which say the same. */
export const Icon = ({ of: shapes, ...props }: Props) => (
  <svg
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...props}
  >
    {shapes.map(([name, attributes]) => {
      const Shape = name as 'path'
      return <Shape key={JSON.stringify(attributes)} {...attributes} />
    })}
  </svg>
)

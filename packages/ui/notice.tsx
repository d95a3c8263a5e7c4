import type { ReactNode } from 'react'

/** Something to know or to decide, that is no error. */
export const Notice = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="border-marigold bg-marigold-pale grid gap-2 rounded-md border-l-4 p-4">
    {title ? <p className="font-semibold">{title}</p> : null}
    {children}
  </div>
)

import type { ReactNode } from 'react'
import { Spinner } from '@naic/ui/spinner.tsx'

/** Says what is being done. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-3">
    <Spinner /> <span>{children}</span>
  </p>
)

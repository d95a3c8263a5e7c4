import type { ReactNode } from 'react'

export const Badge = ({ children }: { children: ReactNode }) => (
  <span className="bg-marigold-pale text-ink border-marigold inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-sm font-medium">
    {children}
  </span>
)

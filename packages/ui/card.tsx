import type { ReactNode } from 'react'

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className={`border-hairline bg-paper h-full rounded-lg border p-6 ${className}`}>
      {children}
    </div>
  )
}

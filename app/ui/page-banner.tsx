import type { ReactNode } from 'react'

/** The head of a page: its one h1 on ink, before the lattice. */
export function PageBanner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="bg-ink text-paper jali">
      <div className="from-ink via-ink/80 bg-linear-to-r to-transparent">
        <div className="wrap grid gap-4 py-12 md:py-16">
          <h1 className="text-title">{title}</h1>
          <p className="text-ink-pale max-w-text text-lg">{children}</p>
        </div>
      </div>
      <div className="jali-edge" aria-hidden="true" />
    </div>
  )
}

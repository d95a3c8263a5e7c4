import type { ReactNode } from 'react'

/** The head of a page: its one h1 on ink, before the lattice. */
export function PageBanner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="bg-ink text-paper jali print:text-ink print:bg-transparent print:bg-none">
      <div className="ink-fade print:bg-none">
        <div className="wrap grid gap-3 py-8 md:gap-4 md:py-16 print:py-0">
          <h1 className="text-title">{title}</h1>
          <p className="text-ink-pale max-w-text text-lg print:text-ink">{children}</p>
        </div>
      </div>
      <div className="jali-edge print:hidden" aria-hidden="true" />
    </div>
  )
}

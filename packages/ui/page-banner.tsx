import type { ReactNode } from 'react'

type Band = {
  children: ReactNode
  /** Of what stands in the band. */
  className?: string
  /** Leaves out the arcade, if what follows begins in the band. */
  open?: boolean
}

/** The head of a page: a band of ink before the lattice, which ends in an arcade. On paper it is plain text. */
export const HeroBand = ({ children, className = '', open = false }: Band) => (
  <div className="bg-ink text-paper jali print:text-ink print:bg-transparent print:bg-none">
    <div className="ink-fade print:bg-none">
      <div className={`wrap ${className}`}>{children}</div>
    </div>
    {open ? null : <div className="jali-edge print:hidden" aria-hidden="true" />}
  </div>
)

export const PageBanner = ({ title, children }: { title: string; children: ReactNode }) => (
  <HeroBand className="grid gap-2 py-6 md:gap-3 md:py-11 print:py-0">
    <h1 className="text-title">{title}</h1>
    <p className="text-ink-pale max-w-text text-lg print:text-ink">{children}</p>
  </HeroBand>
)

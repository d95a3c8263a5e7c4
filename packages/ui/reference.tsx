import { createContext, useContext } from 'react'

/** What the request for the page that is being rendered is called in the log. */
export const PageReference = createContext('')

/** By which the staff find in the log what failed. */
export function Reference({ of: id }: { of: string | undefined }) {
  if (id === undefined) return null
  return (
    <p>
      Reference: <strong className="font-mono tracking-wide">{id}</strong>
    </p>
  )
}

/** The same of the page itself, where the browser that hydrates it does not know of any. */
export function ReferenceOfPage() {
  const id = useContext(PageReference)
  // One string on both sides, or React would take away what the server wrote.
  return <p suppressHydrationWarning>{id && `Reference: ${id}`}</p>
}

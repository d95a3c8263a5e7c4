import { createContext, useContext } from 'react'

/** The log's name for the request of the page that is being rendered. */
export const PageReference = createContext('')

/** With it the staff find the failure in the log. */
export function Reference({ of: id }: { of: string | undefined }) {
  if (id === undefined) return null
  return (
    <p>
      Reference: <strong className="font-mono tracking-wide">{id}</strong>
    </p>
  )
}

/** The reference of the page's own request, which the browser does not know when it hydrates. */
export function ReferenceOfPage() {
  const id = useContext(PageReference)
  // One string on both sides, or React would take away what the server wrote.
  return <p suppressHydrationWarning>{id && `Reference: ${id}`}</p>
}

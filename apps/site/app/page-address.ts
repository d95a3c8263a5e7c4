import { createContext, use } from 'react'

type PageAddress = { path: string; search: string }

/** Of the page that the server renders. */
export const PageAddressContext = createContext<PageAddress | undefined>(undefined)

/** @returns path and query of this page, which the browser's address says as well. */
export const usePageAddress = (): PageAddress =>
  use(PageAddressContext) ?? { path: location.pathname, search: location.search }

import type { ReactElement, ReactNode } from 'react'
import type { CertificateLookup, PostedForm } from './server-context/load-context.ts'

/** What somebody asks for. */
export type PageRequest = {
  /** As the route table writes it, without a slash at its end. */
  path: string
  /** What stands at the place of the path's parameter, such as `id`, decoded. */
  id: string
  /** Only the parameters that the route names. */
  query: URLSearchParams
  /** The result of a form that was posted to this address without JavaScript. */
  posted: PostedForm | undefined
  /** For the page of a certificate. */
  certificates: CertificateLookup
  /** The request's name in the log, for a visitor to quote. */
  reference: string
}

/** A page, ready to be put into its document. */
export type PageView = {
  head: ReactNode
  body: ReactElement
  /** 200 if it says nothing. */
  status?: number
}

/** Renders nothing yet: says what is to be rendered. Undefined if there is no such page. */
export type Page = (request: PageRequest) => PageView | undefined | Promise<PageView | undefined>

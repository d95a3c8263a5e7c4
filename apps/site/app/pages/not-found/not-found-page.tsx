import { data } from 'react-router'
import { PageNotFound } from '#app/layouts/site-error.tsx'
import { unlistedPageMeta } from '#app/page-meta.ts'

export const meta = () => unlistedPageMeta('Page not found')

export const loader = () => data(null, { status: 404 })
/** In the browser there is nothing to fetch. */
export const clientLoader = () => null

export default PageNotFound

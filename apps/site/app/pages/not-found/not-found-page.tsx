import { data } from 'react-router'
import { PageNotFound } from '#app/layouts/site-error.tsx'
import { unlistedPageMeta } from '#app/page-meta.ts'
import words from '@naic/content/en/site.json' with { type: 'json' }

export const meta = () => unlistedPageMeta(words.notFound.windowTitle)

export const loader = () => data(null, { status: 404 })
/** In the browser there is nothing to fetch. */
export const clientLoader = () => null

export default PageNotFound

import type { MetaDescriptor } from 'react-router'
import organisation from '#content/organisation.json' with { type: 'json' }
import { siteUrl } from './seam/site-address.ts'

type Page = {
  /** Without the council's name, which is added. */
  title: string
  description: string
  /** The page's one true path, beginning with a slash. */
  path: string
  keywords?: string
  /** Objects of schema.org, one script each. */
  structuredData?: object[]
}

/** Title, description, canonical address and the share preview of a page. */
export function pageMeta(page: Page): MetaDescriptor[] {
  const title = page.path === '/' ? page.title : `${page.title} | ${organisation.shortName}`
  const address = siteUrl() + page.path
  const { description, keywords, structuredData = [] } = page
  return [
    { title },
    { name: 'description', content: description },
    ...(keywords ? [{ name: 'keywords', content: keywords }] : []),
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: organisation.name },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...structuredData.map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ]
}

/** A page that search engines should leave out, because it has no content of its own. */
export function unlistedPageMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${organisation.shortName}` }, { name: 'robots', content: 'noindex' }]
}

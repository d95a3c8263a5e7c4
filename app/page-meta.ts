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
  /** The path of the page whose share picture stands for this one; only the site map's have one. */
  pictureOf?: string
  /** Objects of schema.org, one script each. */
  structuredData?: object[]
}

/** Title, description, canonical address and the share preview of a page. */
export function pageMeta(page: Page): MetaDescriptor[] {
  const title = page.path === '/' ? page.title : `${page.title} | ${organisation.shortName}`
  const address = siteUrl() + page.path
  const { description, keywords, structuredData = [], pictureOf = page.path } = page
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
    ...sharePicture(pictureOf, title),
    ...structuredData.map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ]
}

/** A page that search engines should leave out, because it has no content of its own. */
export function unlistedPageMeta(title: string): MetaDescriptor[] {
  const fullTitle = `${title} | ${organisation.shortName}`
  return [
    { title: fullTitle },
    { name: 'robots', content: 'noindex' },
    ...sharePicture('/', organisation.name),
  ]
}

/** Made by `tools/make-share-pictures.ts` while the site is built. */
function sharePicture(path: string, alt: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: `${siteUrl()}/share${path === '/' ? '/home' : path}.png` },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

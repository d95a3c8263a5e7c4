import { inAllLanguages, languageOf } from '@naic/content/languages.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { fullTitle } from './full-title.ts'
import { siteUrl } from './server-context/site-settings.ts'

/** `path` of a PNG, 1200 by 630; `alt` says what it shows. */
type Picture = { path: string; alt: string }

/** What a page puts into the head of its document. */
export type HeadTag =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { rel: string; href: string; hrefLang?: string }
  | { structuredData: object }

/** The head's tags, in their order. */
export const Head = ({ tags }: { tags: readonly HeadTag[] }) =>
  tags.map((tag) => <Tag key={JSON.stringify(tag)} tag={tag} />)

function Tag({ tag }: { tag: HeadTag }) {
  if ('title' in tag) return <title>{tag.title}</title>
  if ('rel' in tag) return <link {...tag} />
  if ('structuredData' in tag) return <StructuredData of={tag.structuredData} />
  return <meta {...tag} />
}

/** Of https://schema.org, as JSON-LD: data, which no policy for scripts is about. */
export function StructuredData({ of }: { of: object }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...of })
  return (
    <script
      type="application/ld+json"
      // oxlint-disable-next-line react/no-danger -- our own data, with "<" escaped
      dangerouslySetInnerHTML={{ __html: text.replaceAll('<', '\\u003c') }}
    />
  )
}

type Page = {
  /** Without the council's name, which is added. */
  title: string
  description: string
  /** The page's one true path, beginning with a slash. */
  path: string
  keywords?: string
  /** Another share picture than the page's own, which only pages of the site map have. */
  picture?: Picture
  /** Objects of schema.org, one script each. */
  structuredData?: object[]
}

/** Title, description, canonical address and the share preview of a page. */
export function pageMeta(page: Page): HeadTag[] {
  const title = page.path === '/' ? page.title : fullTitle(page.title)
  const address = siteUrl() + page.path
  const { description, keywords, structuredData = [] } = page
  const picture = page.picture ?? { path: pictureOf(page.path), alt: title }
  return [
    { title },
    { name: 'description', content: description },
    ...(keywords ? [{ name: 'keywords', content: keywords }] : []),
    { rel: 'canonical', href: address },
    ...inAllLanguages(page.path).map(({ lang, path }) => ({
      rel: 'alternate',
      hrefLang: lang,
      href: siteUrl() + path,
    })),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: organisation.name },
    { property: 'og:locale', content: `${languageOf(page.path)?.code ?? 'en'}_IN` },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...sharePicture(picture),
    ...structuredData.map((described) => ({ structuredData: described })),
  ]
}

/** The same of a page whose words are in a file of `content/`. */
export const metaOf = (words: { metaTitle: string; metaDescription: string }, path: string) =>
  pageMeta({ title: words.metaTitle, description: words.metaDescription, path })

/** A page that search engines should leave out, because it has no content of its own. */
export function unlistedPageMeta(title: string): HeadTag[] {
  return [
    { title: fullTitle(title) },
    { name: 'robots', content: 'noindex' },
    ...sharePicture({ path: pictureOf('/'), alt: organisation.name }),
  ]
}

/** Made by `apps/site/tools/make-public-files.ts` while the site is built. */
export const pictureOf = (page: string): string => `/share${page === '/' ? '/home' : page}.png`

function sharePicture({ path, alt }: Picture): HeadTag[] {
  return [
    { property: 'og:image', content: siteUrl() + path },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

import { inAllLanguages, languageOf } from '@naic/content/languages.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { fullTitle } from './full-title.ts'
import { siteUrl } from './server-context/site-settings.ts'

/** `path` of a PNG, 1200 by 630; `alt` says what it shows. */
type Picture = { path: string; alt: string }

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
  /** Search engines should leave it out. */
  isUnlisted?: boolean
}

/** Title, description, canonical address and the share preview of a page. */
export function pageMeta({ description, path, keywords, structuredData = [], ...page }: Page) {
  const title = path === '/' ? page.title : fullTitle(page.title)
  const address = siteUrl() + path
  const { picture = { path: pictureOf(path), alt: title } } = page
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {keywords ? <meta name="keywords" content={keywords} /> : null}
      <link rel="canonical" href={address} />
      {inAllLanguages(path).map((other) => (
        <link
          key={other.lang}
          rel="alternate"
          hrefLang={other.lang}
          href={siteUrl() + other.path}
        />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={organisation.name} />
      <meta property="og:locale" content={`${languageOf(path)?.code ?? 'en'}_IN`} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <SharePicture {...picture} />
      {page.isUnlisted ? unlisted : null}
      {structuredData.map((described) => (
        <StructuredData key={JSON.stringify(described)} of={described} />
      ))}
    </>
  )
}

/** The same of a page whose words are in a file of `content/`. */
export const metaOf = (words: { metaTitle: string; metaDescription: string }, path: string) =>
  pageMeta({ title: words.metaTitle, description: words.metaDescription, path })

const unlisted = <meta name="robots" content="noindex" />

/** A page that search engines should leave out, because it has no content of its own. */
export const unlistedPageMeta = (title: string) => (
  <>
    <title>{fullTitle(title)}</title>
    {unlisted}
    <SharePicture path={pictureOf('/')} alt={organisation.name} />
  </>
)

/** Made by `apps/site/tools/make-public-files.ts` while the site is built. */
export const pictureOf = (page: string): string => `/share${page === '/' ? '/home' : page}.png`

const SharePicture = ({ path, alt }: Picture) => (
  <>
    <meta property="og:image" content={siteUrl() + path} />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={alt} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
)

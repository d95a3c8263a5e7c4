/**
 * The languages that some pages exist in besides English. A language is a folder of words
 * (`content/hi/`) and a line here; routes, links between the languages and the site map follow.
 */

/** The English pages that there may be another of in another language. */
type Twin = '/' | '/verification' | '/apply'

type Language = {
  /** As in `lang` and in addresses: the pages are below `/hi`. */
  code: string
  /** In the language itself, and in English. */
  name: string
  englishName: string
  pages: readonly Twin[]
}

export const languages: readonly Language[] = [
  { code: 'hi', name: 'हिन्दी', englishName: 'Hindi', pages: ['/', '/verification', '/apply'] },
]

/** Every page in another language: its own path, and that of its English twin. */
export const translatedPages = languages.flatMap((language) =>
  language.pages.map((twin) => ({
    path: `/${language.code}${twin === '/' ? '' : twin}`,
    twin,
    language,
  })),
)

/** @returns the language of a page by its path; undefined for English. */
export const languageOf = (path: string): Language | undefined =>
  languages.find(({ code }) => path.split('/', 2)[1] === code)

/** @returns the path of a page in a language, and that of its English twin if it has none. */
export const pathIn = (language: Language | undefined, twin: Twin): string =>
  translatedPages.find((page) => page.language === language && page.twin === twin)?.path ?? twin

/** @returns each language but that of a page, with the path of the page's twin, or else of its first page. */
export function inOtherLanguages(path: string): { code: string; name: string; path: string }[] {
  // As it is while the build renders it.
  const here = path.replace(/(.)\/$/, '$1')
  const own = translatedPages.find((page) => page.path === here)
  const twin = own?.twin ?? translatedPages.find((page) => page.twin === here)?.twin ?? '/'
  return [undefined, ...languages]
    .filter((language) => language !== own?.language)
    .map((language) => ({
      code: language?.code ?? 'en-IN',
      name: language?.name ?? 'English',
      path: pathIn(language, !language || language.pages.includes(twin) ? twin : '/'),
    }))
}

/** @returns the same page in every language that has it, itself included; none if only one has. */
export function inAllLanguages(path: string): { lang: string; path: string }[] {
  const twin = translatedPages.find((page) => page.path === path)?.twin ?? path
  const others = translatedPages.filter((page) => page.twin === twin)
  if (others.length === 0) return []
  return [
    { lang: 'en-IN', path: twin },
    ...others.map((page) => ({ lang: page.language.code, path: page.path })),
    { lang: 'x-default', path: twin },
  ]
}

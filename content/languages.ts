/**
 * The languages that some pages exist in besides English. A language is a folder of words
 * (`content/hi/`) and a line here; routes, links between the languages and the site map follow.
 */

/**
 * The English pages that there may be another of in another language, as the route table writes them,
 * with what of their query it understands as well.
 */
const twins = {
  '/': [],
  '/internships': ['like'],
  '/internships/:id': [],
  '/apply': ['internship', 'domain'],
  '/verification': ['id'],
} as const satisfies Record<string, readonly string[]>

type Twin = keyof typeof twins

type Language = {
  /** As in `lang` and in addresses: the pages are below `/hi`. */
  code: string
  /** In the language itself, and in English. */
  name: string
  englishName: string
  pages: readonly Twin[]
}

export const languages: readonly Language[] = [
  {
    code: 'hi',
    name: 'हिन्दी',
    englishName: 'Hindi',
    pages: ['/', '/internships', '/internships/:id', '/apply', '/verification'],
  },
]

const within = ({ code }: Language, path: string) => `/${code}${path === '/' ? '' : path}`

/** Every page in another language, as the route table writes it: its own path, and that of its English twin. */
export const translatedPages = languages.flatMap((language) =>
  language.pages.map((twin) => ({
    path: within(language, twin),
    twin,
    language,
    understands: twins[twin] as readonly string[],
  })),
)

/** @returns the language of a page by its path; undefined for English. */
export const languageOf = (path: string): Language | undefined =>
  languages.find(({ code }) => path.split('/', 2)[1] === code)

/** @returns the row of a page in a language, by its English path. */
const translated = (language: Language, path: string) =>
  translatedPages.find(
    (page) =>
      page.language === language && page.twin === path.replace(/^(\/internships)\/.+/, '$1/:id'),
  )

/** @param path of an English page. @returns its path in a language, or else the same. */
export const pathIn = (language: Language | undefined, path: string): string =>
  language && translated(language, path) ? within(language, path) : path

/** @returns the English path of a page. */
const inEnglish = (path: string): string => {
  const own = languageOf(path)
  return own ? path.slice(own.code.length + 1) || '/' : path
}

/**
 * @returns each language but that of a page, with the path of the page's twin and what of its query the twin
 *   understands, or else with the path of its first page.
 */
export function inOtherLanguages(path: string) {
  // As it is while the build renders it.
  const here = path.replace(/(.)\/$/, '$1')
  const own = languageOf(here)
  const english = inEnglish(here)
  return [undefined, ...languages]
    .filter((language) => language !== own)
    .map((language) => {
      const among = language ?? own
      const page = among && translated(among, english)
      return {
        code: language?.code ?? 'en-IN',
        name: language?.name ?? 'English',
        path: pathIn(language, page ? english : '/'),
        understands: page?.understands ?? [],
      }
    })
}

/** @returns the same page in every language that has it, itself included; none if only one has. */
export function inAllLanguages(path: string): { lang: string; path: string }[] {
  const english = inEnglish(path)
  const others = languages.filter((language) => translated(language, english))
  if (others.length === 0) return []
  return [
    { lang: 'en-IN', path: english },
    ...others.map((language) => ({ lang: language.code, path: pathIn(language, english) })),
    { lang: 'x-default', path: english },
  ]
}

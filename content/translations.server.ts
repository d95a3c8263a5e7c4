import { languageOf } from './languages.ts'
import type { TranslatedInternship, Translation } from './translation.ts'

/**
 * The words of every language beside English. For pages: no island may import it, and each has the words of its
 * own language alone.
 */
const translations = import.meta.glob<Translation>('./*/words.ts', {
  eager: true,
  import: 'words',
})

/**
 * @param path of a page in another language.
 * @throws if the language has no such words: content/languages.ts names a page that it does not have.
 */
export function wordsAt<Name extends keyof Translation>(
  path: string,
  name: Name,
): NonNullable<Translation[Name]> {
  const code = languageOf(path)?.code
  const words = translations[`./${code}/words.ts`]?.[name]
  if (!words) throw new Error(`content/${code}/words.ts has no ${name}`)
  return words
}

const internships = Object.entries(
  import.meta.glob<TranslatedInternship>('./*/internships/*.json', {
    eager: true,
    import: 'default',
  }),
)

/**
 * @param path of a page in another language.
 * @throws if the language has no such internship, which the check of the content would have said.
 */
export function internshipAt(path: string, id: number): TranslatedInternship {
  const folder = `./${languageOf(path)?.code}/internships/`
  const found = internships.find(([file]) =>
    file.startsWith(`${folder}${String(id).padStart(2, '0')}-`),
  )
  if (!found) throw new Error(`${folder} has no internship ${id}`)
  return found[1]
}

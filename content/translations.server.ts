import { languageOf } from './languages.ts'
import type { Translation } from './translation.ts'

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

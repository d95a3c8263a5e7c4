import type inShort from './en/in-short.json'
import type phrases from './en/phrases.json'

/**
 * The words of a language beside English, as its `words.ts` has them. Each file says the same as the
 * file of that name in `en/`, entry for entry; a language leaves out the pages that it does not have.
 */
export type Translation = {
  phrases: typeof phrases
  inShort?: typeof inShort
}

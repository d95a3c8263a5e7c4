/** What of a text is seen, and what of it must never reach a letter, a list or a terminal. */

/**
 * Controls, separators of lines, and halves of characters. No keyboard types them; a terminal
 * may obey them. As the source of a regular expression with the flag u.
 */
export const unusable = String.raw`[\p{Cc}\p{Cs}\u2028\u2029]`

/**
 * Marks that turn the direction of what follows, and others without a shape. They come along
 * with what is copied, such as a telephone number from a list of contacts. Not among them: the
 * two joiners, which belong to the spelling of Indian scripts and to emoji.
 */
export const hidden = String.raw`[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]`

const allHidden = new RegExp(hidden, 'g')
export const withoutHidden = (text: string) => text.replaceAll(allHidden, '')

/** Fillers, joiners, variation selectors, accents, and letters that are drawn as nothing. */
const unseen =
  /[\p{Default_Ignorable_Code_Point}\p{Script=Inherited}\u2800\u{13441}\u{13442}\u{1D159}]/gu

/**
 * A text without the characters that show nothing. The signs of a script, as vowels are written
 * in India, count; but where there are only signs and nothing that bears them, nothing is seen.
 */
export function visibleText(text: string): string {
  const seen = text.replaceAll(unseen, '').trim()
  return /[^\p{M}\s]/u.test(seen) ? seen : ''
}

/** How many characters of a text are seen. */
export const visibleLength = (text: string) => Array.from(visibleText(text)).length

/** Which characters of a text people can see, and which must never reach a letter, a list or a terminal. */

/**
 * Controls, separators of lines, and halves of characters. No keyboard types them, and a terminal may
 * obey them. For a regular expression with the flag u.
 */
export const unusable = String.raw`[\p{Cc}\p{Cs}\u2028\u2029]`

/**
 * Marks that turn the direction of the text, and others without a shape. They come with copied text,
 * such as a telephone number from a list of contacts. The two joiners are not among them: Indian
 * scripts and emoji need them.
 */
export const hidden = String.raw`[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]`

const allHidden = new RegExp(hidden, 'g')
export const withoutHidden = (text: string) => text.replaceAll(allHidden, '')

/**
 * Letters by their category, which fill a place in Korean or Braille and are drawn as nothing: in a name
 * they make it look like another's.
 */
export const fillers = String.raw`[\u115F\u1160\u2800\u3164\uFFA0]`

/** Fillers, joiners, variation selectors, accents, and letters that are drawn as nothing. */
const unseen =
  /[\p{Default_Ignorable_Code_Point}\p{Script=Inherited}\u2800\u{13441}\u{13442}\u{1D159}]/gu

/**
 * A text without its invisible characters. The signs of a script count, such as the vowels of India; but
 * a text of such signs only, without a letter that bears them, shows nothing.
 */
export function visibleText(text: string): string {
  const seen = text.replaceAll(unseen, '').trim()
  return /[^\p{M}\s]/u.test(seen) ? seen : ''
}

/** How many characters of a text are seen. */
export const visibleLength = (text: string) => Array.from(visibleText(text)).length

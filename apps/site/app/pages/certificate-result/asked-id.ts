const shownCharacters = 100

/** Characters that are seen by what they do to others, or not at all; not those that join letters. */
const invisible =
  /((?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/u

/** A piece of an ID, the `at`-th: text, or one invisible character and what it is called. */
export type Piece = { at: number; text: string; name: string | undefined }

/**
 * An ID as somebody asked for it, which may be anything, so that it can be shown.
 *
 * @returns its pieces, whose texts together are the first 100 characters of it, and an ellipsis if
 *   it has more.
 */
export function piecesOf(asked: string): Piece[] {
  const characters = [...asked]
  const cut = characters.slice(0, shownCharacters).join('')
  const shown = characters.length > shownCharacters ? `${cut}…` : cut
  return shown
    .split(invisible)
    .filter((text) => text !== '')
    .map((text, at) => ({ at, text, name: invisible.test(text) ? nameOf(text) : undefined }))
}

/** @returns an ID as it was asked for, for a place that has only text: without the invisible. */
export const plainly = (asked: string): string =>
  piecesOf(asked)
    .map(({ text, name }) => (name === undefined ? text : ''))
    .join('')

const nameOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

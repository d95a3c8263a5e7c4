import * as v from 'valibot'

/** Valibot pieces that the forms' schemas are made of. Lengths count UTF-16 code units. */

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacter = /[\u0000-\u001F\u007F]/
// oxlint-disable-next-line no-control-regex -- as above, but tabs and line breaks may stay
const controlCharacterButBreaks = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

/** One line of text: trimmed, without control characters, at most `max` long. */
export const line = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => !controlCharacter.test(text),
      `${label} contains characters that cannot be used. Please type it again.`,
    ),
    v.maxLength(max, `${label} must be at most ${max} characters.`),
  )

/** Text of several lines, trimmed, at most `max` long. Line breaks become "\n". */
export const paragraphs = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => text.replaceAll('\r\n', '\n')),
    v.check(
      (text) => !controlCharacterButBreaks.test(text),
      `${label} contains characters that cannot be used. Please type it again.`,
    ),
    v.maxLength(max, `${label} must be at most ${max} characters.`),
  )

/** Nothing typed is not the same as an empty text: it is stored as null. */
export const emptyToNull = v.transform((text: string) => (text === '' ? null : text))

/** Who somebody is. */
export const personName = v.pipe(
  line('Name', 200),
  v.nonEmpty('Name is required'),
  v.minLength(2, 'Name must be at least 2 characters.'),
)

/** Where somebody wants the answer. */
export const email = v.pipe(
  line('Email', 254),
  v.nonEmpty('Email is required'),
  v.email('Please enter a valid email address.'),
)

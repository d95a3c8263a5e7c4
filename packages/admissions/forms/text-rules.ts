import * as v from 'valibot'
import { fillers, unusable, visibleLength, withoutHidden } from '@naic/store/sheets/visible-text.ts'

/**
 * Valibot pieces that the forms' schemas are made of. The most that a text may have counts
 * UTF-16 code units, the least what is seen of it.
 */

const withFillers = new RegExp(fillers, 'u')
const withUnusable = new RegExp(unusable, 'u')
const newLine = /\r\n?|[\u0085\u2028\u2029]/g

/** One line of text: trimmed, without control characters and hidden marks, at most `max` long. */
export const line = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform(withoutHidden),
    v.trim(),
    v.check((text) => !withUnusable.test(text), cannotBeUsed(label)),
    v.maxLength(max, `${label} must be at most ${max} characters.`),
  )

/** The same for several lines. All line breaks become "\n". */
export const paragraphs = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => withoutHidden(text).replaceAll(newLine, '\n')),
    v.trim(),
    v.check((text) => !withUnusable.test(text.replaceAll(/[\n\t]/g, '')), cannotBeUsed(label)),
    v.maxLength(max, `${label} must be at most ${max} characters.`),
  )

const cannotBeUsed = (label: string) =>
  `${label} contains characters that cannot be used. Please type it again.`

/** @param least how many characters must be seen; with 1, the text is required. */
export const showing = (least: number, message: string) =>
  v.check((text: string) => visibleLength(text) >= least, message)

/** Stores a text that is empty, or shows nothing, as null. */
export const emptyToNull = v.transform((text: string) => (visibleLength(text) === 0 ? null : text))

/** A person's name. */
export const personName = v.pipe(
  line('Name', 200),
  showing(1, 'Name is required'),
  showing(2, 'Name must be at least 2 characters.'),
  v.check((text) => !withFillers.test(text), cannotBeUsed('Name')),
)

/** What the HTML standard's email field takes, with a dot in the domain. */
export const emailAddress = (message: string) =>
  v.pipe(v.string(), v.rfcEmail(message), v.regex(/@.+[.]/, message))

/** The address for the answer. */
export const email = v.pipe(
  line('Email', 254),
  showing(1, 'Email is required'),
  emailAddress('Please enter a valid email address.'),
)

/** @returns an address that a letter can go to, as it was typed; null for anything else. */
export function readEmail(typed: unknown): string | null {
  const { output, success } = v.safeParse(email, typed)
  return success ? output : null
}

/** What was read; or what is wrong with it, said after its name. */
export type Read<Value> = { value: Value } | { reason: string }

/**
 * Reads what the staff type.
 *
 * @param longest how many characters at most.
 * @param rule `line`, or `paragraphs`.
 * @returns null if it is empty.
 */
export function readWords(typed = '', longest = 2_000, rule = paragraphs): Read<string | null> {
  const words = v.safeParse(v.pipe(rule('It', longest), emptyToNull), typed)
  if (words.success) return { value: words.output }
  return { reason: `is longer than ${longest} characters, or has some that cannot be printed` }
}

import * as v from 'valibot'
import { emptyToNull, paragraphs } from '#forms/text-rules.ts'

const longest = 2_000

const words = v.pipe(paragraphs('It', longest), emptyToNull)

/**
 * Reads a note, or words for a letter, as the staff type them.
 *
 * @returns null where there are none; or what is wrong, to be said after the name of it.
 */
export function readWords(typed: string | undefined): { text: string | null } | { reason: string } {
  if (typed === undefined) return { text: null }
  const { output, success } = v.safeParse(words, typed)
  if (!success)
    return { reason: `is longer than ${longest} characters, or has some that cannot be printed` }
  return { text: output }
}

import * as v from 'valibot'

/** What the schemas are made of. Messages are for somebody who edits words, not programs. */

export const text = v.pipe(
  v.string('must be text in quotes'),
  v.trim(),
  v.nonEmpty('must not be empty'),
)
export const year = v.pipe(v.number('must be a year without quotes'), v.integer(), v.minValue(1900))

/** A text that the program also reads as it is, without the build that puts words into braces. */
export const plainText = v.pipe(text, v.regex(/^[^{}]*$/, 'must be without words in braces'))

/** A text that certificates say as it is, one line of a list each. */
export const signedText = v.pipe(
  plainText,
  v.regex(/^(?!.*\*\*)[^<>\n\r\u2028\u2029]*$/, 'must be without line breaks, **, < and >'),
)

export const listOf = <Item extends v.GenericSchema>(item: Item, least: number) =>
  v.pipe(
    v.array(item, 'must be a list in square brackets'),
    v.minLength(least, `must have at least ${least} ${least === 1 ? 'entry' : 'entries'}`),
  )

export const someOf = <Item extends v.GenericSchema>(item: Item) => listOf(item, 1)

/** A text whose length search results and cards have room for, in characters. */
export const textOfLength = (least: number, most: number) =>
  v.pipe(
    text,
    v.check(
      (value) => value.length >= least && value.length <= most,
      ({ input }) => `must be ${least} to ${most} characters long, and has ${input.length}`,
    ),
  )

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asha } from '@naic/test/support/ashas-form.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { applicationSchema } from './application-form.ts'
import { check } from './check.ts'
import { contactSchema } from './contact-form.ts'

const applied = (changes: Record<string, string>) =>
  check(applicationSchema, { ...asha, ...changes })
const wrote = (changes: Record<string, string>) => check(contactSchema, { ...ravi, ...changes })
const refused = (sentences: Record<string, string>) => ({
  ok: false,
  errors: Object.fromEntries(Object.entries(sentences).map(([field, text]) => [field, [text]])),
})

/** Texts by the names of their characters, since they cannot be read. */
const named = (texts: readonly string[]) =>
  texts.map((text) => {
    const names = [...text].map((letter) => `U+${letter.codePointAt(0)?.toString(16)}`)
    return [names.join(' '), text] as const
  })

describe('a text of which nothing is seen', () => {
  const unseen = `\u3164 \u115F\u1160 \u2800 \uFFA0 \u200B\u200C\u200D\u2060\uFEFF
    \u202E\u202D\u2066\u2069 \u200E\u200F\u061C\u00AD\u180E \u0301\u0302\u0303\u0304\u0305
    \u0940\u0941 \uFE0F\uFE00\u{E0100} \u034F\u17B4\u17B5\u{1D159} \u{E0041}\u{E0042}`.split(
    /[ \n]+/,
  )

  test.each(named(unseen))('of %s counts as none', (_characters, letters) => {
    const text = letters.repeat(Math.ceil(10 / letters.length))
    expect(applied({ name: text, phone: text, college: text })).toEqual(
      refused({
        name: 'Name is required',
        phone: 'Phone number is required',
        college: 'College name is required.',
      }),
    )
    expect(applied({ message: text, linkedin: text })).toMatchObject({
      ok: true,
      value: { message: null, linkedin: null },
    })
    expect(wrote({ subject: text, message: text })).toEqual(
      refused({ subject: 'Subject is required', message: 'Message is required' }),
    )
  })

  test.each(['\u115F', '\u1160', '\u2800', '\u3164', '\uFFA0'])(
    'such as %j is refused in a name, even beside letters',
    (filler) => {
      const name = `Asha${filler}Rao`
      const why = 'Name contains characters that cannot be used. Please type it again.'
      expect(applied({ name })).toEqual(refused({ name: why }))
    },
  )

  test('adds nothing to what is too short', () => {
    const phone = '98765\u2800\u2800\u2800\u2800\u2800'
    expect(applied({ name: 'A\u3164\u200D\u0301', phone, college: 'A\u115F' })).toEqual(
      refused({
        name: 'Name must be at least 2 characters.',
        phone: 'Please enter a valid phone number.',
        college: 'College name is required.',
      }),
    )
    const message = `Hello${'\u200C'.repeat(9)}`
    expect(wrote({ subject: 'Hi\uFE0F\uFE0F\uFE0F', message })).toEqual(
      refused({
        subject: 'Subject must be at least 5 characters.',
        message: 'Message must be at least 10 characters.',
      }),
    )
  })
})

describe('what people write', () => {
  const names =
    "Om | O. | D'Souza | 李娜 | जी | लू | ശ്രീക്ക്\u200Dഷ് ക്\u200Cഷ | ರಾಜ್\u200Cಕುಮಾರ್ | र्\u200Dय | Nguye\u0302\u0303n | محمد\u200Cعلی"
  test.each(names.split(' | '))('is kept as a name: %s', (name) => {
    expect(applied({ name })).toMatchObject({ ok: true, value: { name } })
  })

  test('is kept as a message', () => {
    for (const message of ['Thank you! 👩🏽‍💻 ❤️ 👨‍👩‍👧 🏳️‍🌈 🇮🇳 1️⃣', 'yes  or no']) {
      expect(wrote({ message, subject: 'a b c' })).toMatchObject({ ok: true, value: { message } })
    }
  })
})

test.each(named([...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C']))(
  'a mark that turns the direction of a text, or that nobody sees, is taken out: %s',
  (_character, mark) => {
    expect(
      applied({
        name: `${mark}Asha${mark} Rao`,
        phone: `${mark}+91 98765 43210${mark}`,
        email: `asha.rao@example.com${mark}`,
        message: `Where is it,${mark}\n please?`,
      }),
    ).toMatchObject({
      ok: true,
      value: {
        name: 'Asha Rao',
        phone: '+91 98765 43210',
        email: 'asha.rao@example.com',
        message: 'Where is it,\n please?',
      },
    })
  },
)

describe('what no keyboard types', () => {
  const unusable = (label: string) =>
    `${label} contains characters that cannot be used. Please type it again.`

  test.each(named([...'\0\u0007\b\u001B\u007F\u0080\u009B\u009D\u009F\uD83D']))(
    '%s is refused in every text',
    (_character, sign) => {
      const [name, linkedin, message] = [`Asha${sign}Rao`, `in/${sign}asha`, `I like${sign}tables.`]
      expect(applied({ name, linkedin, message })).toEqual(
        refused({
          name: unusable('Name'),
          linkedin: unusable('LinkedIn profile'),
          message: unusable('Message'),
        }),
      )
    },
  )

  test.each(named([...'\n\r\t\u0085\u2028\u2029']))(
    '%s is refused within a line',
    (_character, sign) => {
      const wrong = { college: unusable('College name') }
      expect(applied({ college: `City${sign}College` })).toEqual(refused(wrong))
    },
  )
})

test('every kind of line break becomes the same one in a message', () => {
  expect(
    wrote({ message: '\u2028One\r\nTwo\rThree\u0085Four\u2028Five\u2029Six\tSeven\r\n' }),
  ).toMatchObject({ ok: true, value: { message: 'One\nTwo\nThree\nFour\nFive\nSix\tSeven' } })
})

/** What must not reach a terminal, a letter or a list. */
const forbidden = /[\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]/u

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  // Halves of characters as well.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(
      ...'Aर= \n\r\t\u0085\u009B\u001B\u2028\u202E\u2066\u200D\u200C\u3164\u2800\u0301\uD800\uFEFF',
    ),
    maxLength: 20,
  }),
)

test.each([
  ['application', applicationSchema, asha],
  ['message', contactSchema, ravi],
] as const)(
  'whatever is typed, checking the %s never fails, and what it accepts has nothing forbidden in it',
  (_form, schema, right) => {
    const anyField = fc.constantFrom(...Object.keys(schema.entries))
    fc.assert(
      fc.property(
        fc.dictionary(anyField, anyText),
        fc.subarray(Object.entries(right)),
        (any, some) => {
          const checked = check(schema, { ...right, ...any, ...Object.fromEntries(some) })
          if (!checked.ok) {
            for (const messages of Object.values(checked.errors)) expect(messages).toHaveLength(1)
            return
          }
          for (const [field, value] of Object.entries(checked.value)) {
            expect(value ?? '').not.toMatch(forbidden)
            if (field !== 'message') expect(value ?? '').not.toMatch(/[\n\t]/)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  },
)

test('an accepted text is accepted again unchanged', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const once = applied({ name })
      if (!once.ok) return
      expect(applied({ name: once.value.name })).toEqual(once)
    }),
    { numRuns: 2_000 },
  )
})

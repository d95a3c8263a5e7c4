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
const refused = (field: string, sentence: string) => ({
  ok: false,
  errors: { [field]: [sentence] },
})

const hex = (text: string) =>
  [...text].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(' ')
const named = (texts: readonly string[]) => texts.map((text) => [hex(text), text] as const)

describe('a text of which nothing is seen', () => {
  const unseen = named([
    '\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164',
    '\u115F\u1160\u115F\u1160\u115F\u1160\u115F\u1160\u115F\u1160',
    '\u2800'.repeat(12),
    '\uFFA0'.repeat(12),
    '\u200B\u200C\u200D\u2060\uFEFF\u200B\u200C\u200D\u2060\uFEFF',
    '\u202E\u202D\u2066\u2069\u202E\u202D\u2066\u2069\u202E\u202D',
    '\u200E\u200F\u061C\u00AD\u180E\u200E\u200F\u061C\u00AD\u180E',
    '\u0301\u0302\u0303\u0304\u0305\u0301\u0302\u0303\u0304\u0305',
    '\u0940\u0941\u0940\u0941\u0940\u0941\u0940\u0941\u0940\u0941',
    '\uFE0F\uFE00\u{E0100}\uFE0F\uFE00\u{E0100}\uFE0F\uFE00\uFE0F',
    '\u034F\u17B4\u17B5\u{1D159}\u034F\u17B4\u17B5\u{1D159}\u034F',
    '\u{E0041}\u{E0042}\u{E0041}\u{E0042}\u{E0041}\u{E0042}',
    '\u3164 \u3164 \u3164 \u3164 \u3164 \u3164 \u3164 \u3164',
  ])

  test.each(unseen)('of %s counts as none', (_characters, text) => {
    expect(applied({ name: text })).toEqual(refused('name', 'Name is required'))
    expect(applied({ phone: text })).toEqual(refused('phone', 'Phone number is required'))
    expect(applied({ college: text })).toEqual(refused('college', 'College name is required.'))
    expect(applied({ message: text, linkedin: text })).toMatchObject({
      ok: true,
      value: { message: null, linkedin: null },
    })
    expect(wrote({ name: text })).toEqual(refused('name', 'Name is required'))
    expect(wrote({ subject: text })).toEqual(refused('subject', 'Subject is required'))
    expect(wrote({ message: text })).toEqual(refused('message', 'Message is required'))
  })

  test('adds nothing to what is too short', () => {
    expect(applied({ name: 'A\u3164\u200D\u0301' })).toEqual(
      refused('name', 'Name must be at least 2 characters.'),
    )
    expect(applied({ phone: '98765\u2800\u2800\u2800\u2800\u2800' })).toEqual(
      refused('phone', 'Please enter a valid phone number.'),
    )
    expect(applied({ college: 'A\u115F' })).toEqual(refused('college', 'College name is required.'))
    expect(wrote({ subject: 'Hi\uFE0F\uFE0F\uFE0F' })).toEqual(
      refused('subject', 'Subject must be at least 5 characters.'),
    )
    expect(wrote({ message: `Hello${'\u200C'.repeat(9)}` })).toEqual(
      refused('message', 'Message must be at least 10 characters.'),
    )
    expect(applied({ name: '🙂' })).toEqual(refused('name', 'Name must be at least 2 characters.'))
  })
})

describe('what people write', () => {
  test.each([
    'Om',
    'O.',
    "D'Souza",
    '李娜',
    'जी',
    'लू',
    'ശ്രീക്ക്\u200Dഷ് ക്\u200Cഷ',
    'ರಾಜ್\u200Cಕುಮಾರ್',
    'र्\u200Dय',
    'Nguye\u0302\u0303n',
    'محمد\u200Cعلی',
  ])('is a name as it stands: %s', (name) => {
    expect(applied({ name })).toMatchObject({ ok: true, value: { name } })
    expect(wrote({ name })).toMatchObject({ ok: true, value: { name } })
  })

  test('may have emoji in a message', () => {
    const text = 'Thank you! 👩🏽‍💻 ❤️ 👨‍👩‍👧 🏳️‍🌈 🇮🇳 1️⃣'
    expect(wrote({ message: text })).toMatchObject({ ok: true, value: { message: text } })
    expect(applied({ message: text })).toMatchObject({ ok: true, value: { message: text } })
  })

  test('counts the spaces between its words', () => {
    expect(wrote({ subject: 'a b c' })).toMatchObject({ ok: true })
    expect(wrote({ message: 'yes  or no' })).toMatchObject({ ok: true })
  })
})

describe('marks that turn the direction of a text, or that nobody sees,', () => {
  test.each(named([...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C']))(
    '%s, are taken out',
    (_character, mark) => {
      const value = { name: 'Asha Rao', phone: '+91 98765 43210', college: 'City College' }
      expect(
        applied({
          name: `${mark}Asha${mark} Rao`,
          phone: `${mark}+91 98765 43210${mark}`,
          college: `City ${mark}College`,
          email: `asha.rao@example.com${mark}`,
        }),
      ).toMatchObject({ ok: true, value: { ...value, email: 'asha.rao@example.com' } })
      expect(wrote({ message: `Where is it,${mark}\n please?` })).toMatchObject({
        ok: true,
        value: { message: 'Where is it,\n please?' },
      })
    },
  )
})

describe('what no keyboard types', () => {
  const unusable = (label: string) =>
    `${label} contains characters that cannot be used. Please type it again.`

  test.each(
    named(['\0', '\u0007', '\b', '\u001B', '\u007F', '\u0080', '\u009B', '\u009D', '\u009F']),
  )('%s is refused in every text', (_character, control) => {
    expect(applied({ name: `Asha${control}Rao` })).toEqual(refused('name', unusable('Name')))
    expect(applied({ linkedin: `in/${control}asha` })).toEqual(
      refused('linkedin', unusable('LinkedIn profile')),
    )
    expect(applied({ message: `I like${control}tables.` })).toEqual(
      refused('message', unusable('Message')),
    )
    expect(wrote({ subject: `My${control}certificate` })).toEqual(
      refused('subject', unusable('Subject')),
    )
  })

  test.each(named(['\n', '\r', '\t', '\u0085', '\u2028', '\u2029']))(
    '%s is refused within a line',
    (_character, control) => {
      expect(applied({ college: `City${control}College` })).toEqual(
        refused('college', unusable('College name')),
      )
      expect(wrote({ subject: `My${control}certificate` })).toEqual(
        refused('subject', unusable('Subject')),
      )
    },
  )

  test('half a character is refused', () => {
    expect(applied({ name: 'Asha \uD83D' })).toEqual(refused('name', unusable('Name')))
    expect(wrote({ message: '\uDE00 Where is it?' })).toEqual(
      refused('message', unusable('Message')),
    )
  })
})

test('every way to begin a new line is the same one in a message', () => {
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
  fc
    .array(
      fc.constantFrom(
        ...'Aर= \n\r\t\u0085\u009B\u001B\u2028\u202E\u2066\u200D\u200C\u3164\u2800\u0301\uD800\uFEFF',
      ),
      { maxLength: 20 },
    )
    .map((letters) => letters.join('')),
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

test('what is accepted is accepted again as it stands', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const once = applied({ name })
      if (!once.ok) return
      expect(applied({ name: once.value.name })).toEqual(once)
    }),
    { numRuns: 2_000 },
  )
})

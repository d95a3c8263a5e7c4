import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOf } from './html-of.ts'

const tags = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
/** What a program shows of it. */
const shown = (html: string) =>
  (/<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '')
    .replaceAll('</p>', '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&amp;/g, '&')

const anyWords = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<script>',
        '<img src=x onerror=alert(1)>',
        '"',
        "'",
        '>',
        '<',
        '&',
        '&lt;',
        ' ',
        '\n',
        '\n\n',
        'https://evil.example/?a=1&b="><b>',
        "http://x'onclick='y",
        'javascript:alert(1)',
        '</a>',
        'https://',
      ),
    )
    .map((parts) => parts.join('')),
)

test('no word of a letter becomes markup, and none is lost', () => {
  fc.assert(
    fc.property(anyWords, (words) => {
      const html = htmlOf(words)
      const ours =
        /^<(!doctype html|html lang="en-IN"|head|meta charset="utf-8"|body style="[\w:;. -]+"|p|br|\/(head|html|body|p|a)|a href="https?:\/\/[^"'<>\s]+")>$/
      expect(tags(html).filter((tag) => !ours.test(tag))).toEqual([])
      expect(shown(html).replaceAll(/\s/g, '')).toBe(words.replaceAll(/\s/g, ''))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['See https://naic.example/verify/NAIC26.', 'https://naic.example/verify/NAIC26'],
  ['(http://naic.example/a?b=1&c=2)', 'http://naic.example/a?b=1&amp;c=2'],
  ['https://naic.example/', 'https://naic.example/'],
])('an address is a link to what it says: %s', (text, address) => {
  expect(htmlOf(text)).toContain(`<a href="${address}">${address}</a>`)
})

test('paragraphs and lines stay apart', () => {
  expect(htmlOf('Dear Asha,\n\nOne\nTwo\n')).toContain('<p>Dear Asha,</p>\n<p>One<br>\nTwo</p>')
})

import { expect, test } from 'vitest'
import { readLegalText } from './legal-text.ts'

/** It may have any marks. */
const intro = `We are #1: "yes", 'no' & [more] - see: https://example.org # now`
const head = `---\ntitle: 2026\ndescription: B\nintro: ${intro}\n---\n- In short\n`

test('a legal text has its front matter, its sections and its HTML', () => {
  const { text, mistakes } = readLegalText(`${head}\n## Who & *what*\n\nSee [terms](/terms).\n`)
  expect(mistakes).toEqual([])
  expect(text).toEqual({
    title: '2026',
    description: 'B',
    intro,
    sections: [{ id: 'who-what', title: 'Who & what' }],
    inShort: '<ul>\n<li>In short</li>\n</ul>',
    html: '<h2 id="who-what">Who &amp; <em>what</em></h2>\n<p>See <a href="/terms">terms</a>.</p>\n',
  })
})

test.each([
  ['title: is missing', '---\ndescription: B\nintro: C\n---\n## D'],
  ['intro: must not be empty', '---\ntitle: A\ndescription: B\nintro:\n---\n## D'],
  ['begin with "##"', `${head}# One\n## Two`],
  ['must begin with a list', `${head.replace('- In short', '')}## One\nText.`],
  ['has no section', `${head}Just a text.`],
  ['two sections have this heading', `${head}## One\n## One`],
  ['HTML cannot stand in a text', `${head}## One\n<script>alert(1)</script>`],
  ['HTML cannot stand in a text', `${head}## One\nSome <b>bold</b>.`],
])('a mistake is named: %s', (sentence, file) => {
  expect(readLegalText(file).mistakes.join('\n')).toContain(sentence)
})

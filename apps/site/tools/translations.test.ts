import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listedIn, listFor, mistakesInTranslation } from './translations.ts'

test.each(listedIn())('$file lists every sentence as it is now', ({ code, file }) => {
  const document = readFileSync(file, 'utf8')
  expect(document, 'node apps/site/tools/translations.ts writes it').toBe(listFor(code, document))
  const texts = new Set([...document.matchAll(/^- (.+)\\$/gm)].map(([, text = '']) => text))
  const quoted = [...document.matchAll(/^> (.+)$/gm)].map(([, text = '']) => text)
  expect(quoted.length).toBeGreaterThan(5)
  expect(quoted.filter((text) => !texts.has(text))).toEqual([])
})

test.each(listedIn())('the words of $code say what English says, entry for entry', ({ code }) => {
  expect(mistakesInTranslation(code)).toEqual([])
})

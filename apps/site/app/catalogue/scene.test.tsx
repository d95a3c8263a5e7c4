import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Scene } from './scene.tsx'

test('a scene is the file beside its internship, hidden from screen readers', () => {
  const html = renderToString(<Scene id={8} className="w-full" />)
  expect(html).toMatch(/^<svg aria-hidden="true" viewBox="0 0 320 200"/)
  expect(html).toContain('class="scene w-full"')
  const file = readFileSync('content/internships/08-python-programming.svg', 'utf8')
  const shapes = (svg: string) => svg.match(/<(path|circle)[^>]*>/g)
  expect(shapes(html)).toEqual(shapes(file))
})

test('an internship without a drawing has an empty place', () => {
  expect(renderToString(<Scene id={99} />)).toMatch(/^<svg [^>]*><\/svg>$/)
})

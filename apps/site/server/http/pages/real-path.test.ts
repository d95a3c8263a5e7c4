import { assert, constantFrom, oneof, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { realPath } from './real-path.ts'

const patterns = ['/', '/about', '/internships', '/internships/:id', '/verify/:id?']

test.each([
  ['/About', '/about'],
  ['/%61BOUT', '/about'],
  ['/about', '/about'],
  ['/Internships/3', '/internships/3'],
  ['/Verify/naic25-A7k%2fm', '/verify/naic25-A7k%2fm'],
  ['/Verify', '/verify'],
  ['/VERIFY/', '/verify/'],
  ['/Verify/%ff', '/verify/%ff'],
])('%s is %s', (asked, real) => {
  expect(realPath(patterns, asked)).toBe(real)
})

test.each([
  '/About/us',
  '/internships/3/x',
  '/verify//x',
  '/ABOUT//',
  '/verify/a/b',
  '//about',
  '//evil.example/about',
  '/\\evil.example/about',
  '/%2Fabout',
  'about',
  'http://evil.example/about',
  '',
  '//',
  '/ab%C5%BFout',
])('%j is nowhere', (asked) => {
  expect(realPath(patterns, asked)).toBeUndefined()
})

test('wherever a path leads, it is on this site, and leads nowhere else', () => {
  const part = oneof(
    string({ unit: 'binary' }),
    constantFrom('About', 'Verify', '%61bout', '/', '//', '\\', '..', '%2f', 'evil.example', ':id'),
  )
  assert(
    property(tuple(part, part, part), (parts) => {
      const real = realPath(patterns, `/${parts.join('/')}`)
      if (real === undefined) return
      expect(real).toMatch(/^\/[a-z]/)
      expect(realPath(patterns, real)).toBe(real)
    }),
    { numRuns: 2_000 },
  )
})

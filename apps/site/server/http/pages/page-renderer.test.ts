import { expect, test } from 'vitest'
import { notFoundLike } from './page-renderer.ts'

const patterns = ['/', '/about', '/internships', '/internships/:id', '/verify/:id?']

test.each([
  '/',
  '///',
  '/about',
  '/About/',
  '/%61bout',
  '/internships/3',
  '/internships/999.data',
  '/verify',
  '/verify/a%2Fb',
  '/verify/a%E2%80%A8b',
  '/verify/%25',
])('%s is a page of its own', (path) => {
  expect(notFoundLike(patterns, path)).toBeUndefined()
})

test.each([
  ['/no/such/page', '/not-found'],
  ['/%', '/not-found'],
  ['//about', '/not-found'],
  ['/:id', '/not-found'],
  ['/about/us', '/about/not/found'],
  ['/Internships/3/x', '/internships/not/found'],
  ['/verify/a/b', '/verify/not/found'],
  ['/x/verify/y', '/verify/not/found'],
  ['/Verify/a/b', '/verify/not/found'],
  ['/no-such-page/x%E2%80%A8', '/%0A'],
  ['/%0D', '/%0A'],
  ['/about%0A', '/%0A'],
  ['/about/%E2%80%A9us', '/about/not/%0A'],
  ['/x/verify/%0Ay', '/verify/not/%0A'],
  ['/no%0A/%ff', '/not-found'],
  ['/verify/%ff', '/verify/%'],
  ['/Verify/%E0%A4%A/', '/verify/%'],
  ['/internships/%E0%A4%A.data', '/internships/%'],
])('%s shows the not-found page of %s', (path, like) => {
  expect(notFoundLike(patterns, path)).toBe(like)
})

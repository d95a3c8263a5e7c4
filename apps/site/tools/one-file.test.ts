import path from 'node:path'
import { expect, test } from 'vitest'
import { oneFile } from './one-file.ts'

test('a pattern that no file fits stops the build with a sentence', () => {
  expect(() => oneFile('site', ['apps/site/app/root.tsx', 'app/rooot.tsx'])).toThrow(
    'apps/site/vite.config.ts puts app/rooot.tsx into the file "site", but none is there.',
  )
})

const { test: belongs } = oneFile('site', [
  'apps/site/app/root.tsx',
  'packages/ui/toast*',
  'apps/site/app/layouts/**',
  'node_modules/react/**',
])

test.each([
  [path.resolve('apps/site/app/root.tsx'), true],
  [`${path.resolve('apps/site/app/root.tsx')}?as-a-route`, true],
  [path.resolve('packages/ui/toast-region.tsx'), true],
  [path.resolve('apps/site/app/layouts/site-header.tsx'), true],
  ['/elsewhere/node_modules/react/cjs/react.production.js', true],
  ['/elsewhere/node_modules/react-dom/index.js', false],
  ['/elsewhere/app/root.tsx', false],
  [path.resolve('apps/site/app/routes.ts'), false],
  ['\0virtual', false],
])('that the module %s belongs into it is %s', (id, expected) => {
  expect(belongs(id)).toBe(expected)
})

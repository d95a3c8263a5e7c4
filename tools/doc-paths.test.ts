import { expect, test } from 'vitest'
import { isThere, pathsIn } from './doc-paths.ts'

const files = [
  'README.md',
  'app/routes.ts',
  'app/pages/home/home-page.tsx',
  'cli/commands/resume.ts',
]
const tops = ['app', 'cli']

test('links, names in backticks and lines of a tree are read, and nothing else', () => {
  const text = [
    'Start at [`app/routes.ts`](../app/routes.ts#top) or [elsewhere](https://example.org/a.ts),',
    'then `resume.ts` and `app/pages/`. Settings: `./data`, `/verify/ID.json`, `a/b`, `npm test`.',
    '```',
    'app/        what a visitor sees; see routes.ts',
    '  home-page.tsx, routes.ts   the two',
    '```',
  ].join('\n')
  expect(pathsIn('docs/tour.md', text, tops)).toEqual({
    links: ['app/routes.ts'],
    names: ['app/routes.ts', 'resume.ts', 'app/pages/', 'app/', 'home-page.tsx', 'routes.ts'],
  })
})

test.each([
  ['app/routes.ts', true],
  ['routes.ts', true],
  ['home/home-page.tsx', true],
  ['pages/', true],
  ['app/pages/*', true],
  ['cli/commands/NAME.ts', true],
  ['build/client/index.html', true],
  ['page.tsx', false],
  ['app/route.ts', false],
  ['app/home/', false],
  ['server/NAME.ts', false],
])('that %s is there is %s', (name, expected) => {
  expect(isThere(name, files)).toBe(expected)
})

import { expect, test } from 'vitest'
import {
  commandsNamedIn,
  headingsOf,
  isThere,
  pathsIn,
  recordsNamedIn,
  settingsNamedIn,
} from './doc-paths.ts'

const files = [
  'README.md',
  'apps/site/app/routes.ts',
  'apps/site/app/pages/home/home-page.tsx',
  'apps/office/cli/commands/resume.ts',
]
const tops = ['apps']

test('links, names in backticks and lines of a tree are read, and nothing else', () => {
  const text = [
    'Start at [`apps/site/app/routes.ts`](../apps/site/app/routes.ts#top) or [elsewhere](https://example.org/a.ts),',
    'then `resume.ts` and `apps/site/app/pages/`. Settings: `./data`, `/verify/ID.json`, `a/b`, `npm test`.',
    '```',
    'apps/        what a visitor sees; see routes.ts',
    '  home-page.tsx, routes.ts   the two',
    '```',
  ].join('\n')
  expect(pathsIn('docs/tour.md', text, tops)).toEqual({
    links: ['apps/site/app/routes.ts'],
    names: [
      'apps/site/app/routes.ts',
      'resume.ts',
      'apps/site/app/pages/',
      'apps/',
      'home-page.tsx',
      'routes.ts',
    ],
    places: [],
  })
})

test('headings, commands and settings that a text names are read', () => {
  const text = [
    '# Keys: make one, and rotate',
    'See [there](other.md#the-log) and [here](#keys-make-one-and-rotate). The council signs with `council keys make`.',
    '```sh',
    '# As root',
    'SITE_URL=https://example.org sudo council --as-owner staff invite "Asha Rao"',
    '```',
    'Give `BACKUP_RECIPIENTS`, not A_NAME.',
  ].join('\n')
  expect(headingsOf(text)).toEqual(['keys-make-one-and-rotate'])
  expect(pathsIn('docs/tour.md', text, tops).places).toEqual([
    { file: 'docs/other.md', heading: 'the-log' },
    { file: 'docs/tour.md', heading: 'keys-make-one-and-rotate' },
  ])
  expect(commandsNamedIn(text)).toEqual(['staff invite', 'keys make'])
  expect(settingsNamedIn(text)).toEqual(['SITE_URL', 'BACKUP_RECIPIENTS'])
})

test('numbers of decision records are found, also where a comment breaks the line', () => {
  const text =
    'See docs/decisions/027-x.md, decisions 034 and 054, or (decision\n   * 003). Not 100 decisions.'
  expect(recordsNamedIn(text)).toEqual(['027', '034', '054', '003'])
})

test.each([
  ['apps/site/app/routes.ts', true],
  ['routes.ts', true],
  ['home/home-page.tsx', true],
  ['pages/', true],
  ['apps/site/app/pages/*', true],
  ['apps/office/cli/commands/NAME.ts', true],
  ['build/client/index.html', true],
  ['page.tsx', false],
  ['app/route.ts', false],
  ['app/home/', false],
  ['apps/site/server/NAME.ts', false],
])('that %s is there is %s', (name, expected) => {
  expect(isThere(name, files)).toBe(expected)
})

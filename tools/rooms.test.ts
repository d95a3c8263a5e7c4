import { describe, expect, test } from 'vitest'
import { findCircles } from './find-circles.ts'
import { readImports } from './read-imports.ts'
import { breachOf, roomOf } from './rooms.ts'

const law = {
  forms: [],
  'server/unavailable.ts': [],
  server: ['forms', 'server/http', 'server/unavailable.ts'],
  'server/http': ['server/unavailable.ts'],
  'server/registry': ['server/unavailable.ts'],
  'server/**/*.test.ts': ['test/support'],
  'app/pages/*': ['forms'],
  'test/support': [],
}

const breachesIn = (file: string, text: string) =>
  readImports(file, text).flatMap((found) => breachOf(found, law) ?? [])

describe('an import that the law does not allow', () => {
  test.each([
    ["import { Refusal } from '#server/http/refusal.ts'"],
    ["import type { Refusal } from '../http/refusal.ts'"],
    ["import '../http/refusal.ts'"],
    ["export { Refusal } from '../../server/http/refusal.ts'"],
    ["export * from './../http/refusal.ts'"],
    ["const { Refusal } = await import('#server/http/refusal.ts')"],
    ['await import(`#server/http/refusal.ts`)'],
    ["type Refusal = import('../http/refusal.ts').Refusal"],
    ["new Worker(new URL('../http/refusal.ts', import.meta.url))"],
    ["require('../http/refusal.ts')"],
    ["import.meta.glob<string>('../http/*.ts', { eager: true })"],
    ["import text from '../http/refusal.ts?raw'"],
    ['await import(somewhere)'],
  ])('is found: %s', (text) => {
    expect(breachesIn('server/registry/a.ts', text)).toHaveLength(1)
  })

  test('is named with the room and what the room may import', () => {
    const [breach] = breachesIn('server/registry/a.ts', "import '../http/refusal.ts'")
    expect(breach).toBe(
      'server/registry/a.ts imports server/http/refusal.ts, but server/registry may import server/unavailable.ts only.',
    )
  })

  test('is one of a folder that no line names, though one above is named', () => {
    expect(roomOf('server/registry/new/a.ts', law)).toBeUndefined()
    expect(breachesIn('server/a.ts', "import './http/new/b.ts'")).toEqual([])
    expect(breachesIn('forms/a.ts', "import '#server/new/b.ts'")).toHaveLength(1)
  })

  test('is one from a page to another page', () => {
    expect(breachesIn('app/pages/apply/a.tsx', "import '../contact/b.tsx'")).toHaveLength(1)
    expect(breachesIn('app/pages/apply/a.tsx', "import './b.tsx'")).toEqual([])
  })
})

describe('an import that the law allows', () => {
  test.each([
    ['server/registry/a.ts', "import './b.ts'"],
    ['server/registry/a.ts', "import { Unavailable } from '../unavailable.ts'"],
    ['server/registry/a.ts', "import fs from 'node:fs'"],
    ['server/a.ts', "import '#forms/check.ts'"],
    ['server/registry/a.test.ts', "import '#test/support/start-api.ts'"],
    ['app/pages/apply/a.tsx', "import type { Route } from './+types/a'"],
  ])('from %s is not held against it: %s', (file, text) => {
    expect(breachesIn(file, text)).toEqual([])
  })
})

test('circles are found, each once, and a tree has none', () => {
  const tree = [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'c' },
    { from: 'b', to: 'c' },
  ]
  expect(findCircles(tree)).toEqual([])
  expect(findCircles([...tree, { from: 'c', to: 'a' }])).toEqual([
    ['c', 'a'],
    ['b', 'c', 'a'],
  ])
  expect(findCircles([{ from: 'a', to: 'a' }])).toEqual([['a']])
})

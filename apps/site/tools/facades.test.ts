import { expect, test } from 'vitest'
import { facadeOf, mergeFacades } from './facades.ts'

test.each([
  ['export{l as ErrorBoundary,p as default}from"./site-B_T-0pZn.js";', 'site-B_T-0pZn.js'],
  ['import"./site-B_TC0pZn.js";', 'site-B_TC0pZn.js'],
  ['import"./a.js";import"./b.js";', undefined],
  ['import{a as b}from"./site-B.js";b();', undefined],
  ['export{a}from"./site-B.js";console.log(1)', undefined],
])('%s stands for %s', (script, file) => {
  expect(facadeOf(script)).toBe(file)
})

test('what names a facade then names the file, which is preloaded once', () => {
  const page = `<link rel="modulepreload" href="/assets/root-A.js"/><link rel="modulepreload" href="/assets/site-B.js"/><link rel="modulepreload" href="/assets/page-C.js"/><script>import * as route0 from "/assets/root-A.js"</script>`
  expect(mergeFacades(page, new Map([['root-A.js', 'site-B.js']]))).toBe(
    `<link rel="modulepreload" href="/assets/site-B.js"/><link rel="modulepreload" href="/assets/page-C.js"/><script>import * as route0 from "/assets/site-B.js"</script>`,
  )
})

import { expect, test } from 'vitest'
import { nonceOfBuild } from '#app/server-context/load-context.ts'
import { placeholders } from '#app/server-context/site-settings.ts'
import { allowedScripts } from '@naic/test/support/allowed-scripts.ts'
import { facadeOf, listOwnScripts, mergeFacades } from './finish-pages.ts'

test.each([
  ['export{l as ErrorBoundary,p as default}from"./site-B_T-0pZn.js";', 'site-B_T-0pZn.js'],
  ['import"./site-B_TC0pZn.js";', 'site-B_TC0pZn.js'],
  ['import"./a.js";import"./b.js";', undefined],
  ['import{a as b}from"./site-B.js";b();', undefined],
  ['export{a}from"./site-B.js";console.log(1)', undefined],
])('%s stands for %s', (script, file) => {
  expect(facadeOf(script)).toBe(file)
})

test('a page that names a facade then names its file, and preloads it once', () => {
  const page = `<link rel="modulepreload" href="/assets/root-A.js"/><link rel="modulepreload" href="/assets/site-B.js"/><link rel="modulepreload" href="/assets/page-C.js"/><script>import * as route0 from "/assets/root-A.js"</script>`
  expect(mergeFacades(page, new Map([['root-A.js', 'site-B.js']]))).toBe(
    `<link rel="modulepreload" href="/assets/site-B.js"/><link rel="modulepreload" href="/assets/page-C.js"/><script>import * as route0 from "/assets/site-B.js"</script>`,
  )
})

const own = (text: string) => `<script nonce="${nonceOfBuild}" type="module">${text}</script>`

test("a page's own scripts are listed, each once, and the nonce of the build is taken out", () => {
  const data = '<script type="application/ld+json">{"name":"x"}</script>'
  const linked = `<link rel="modulepreload" href="/a.js" nonce="${nonceOfBuild}"/><script src="/a.js"></script>`
  const { html, scripts, mistakes } = listOwnScripts(
    own('a()') + data + linked + own('b()') + own('a()'),
  )
  expect(mistakes).toEqual([])
  expect(html).not.toContain('nonce')
  expect(scripts).toHaveLength(2)
  expect(allowedScripts(html, `script-src ${scripts.join(' ')}`)).toEqual(['a()', 'b()', 'a()'])
})

test.each(['<script>c()</script>', '<SCRIPT type="text/javascript">c()</SCRIPT>'])(
  '%s, that neither the framework nor we wrote, is a mistake',
  (stranger) => {
    expect(listOwnScripts(own('a()') + stranger).mistakes).toEqual([
      expect.stringContaining('is neither React Router\'s nor an InlineScript: "c()"'),
    ])
  },
)

test('a script that holds a setting is a mistake: its hash would change at the start', () => {
  expect(listOwnScripts(own(`go("${placeholders.siteUrl}")`)).mistakes).toEqual([
    expect.stringContaining('a script holds a setting'),
  ])
})

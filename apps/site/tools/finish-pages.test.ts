import { expect, test } from 'vitest'
import { nonceOfBuild } from '#app/server-context/load-context.ts'
import { placeholders } from '#app/server-context/site-settings.ts'
import { allowedScripts } from '@naic/test/support/allowed-scripts.ts'
import { listOwnScripts } from './finish-pages.ts'

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

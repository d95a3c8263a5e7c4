import path from 'node:path'
import { assert, asyncProperty, constantFrom, date, string } from 'fast-check'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { loadBuiltSite } from '@naic/site/server/http/pages/built-site.ts'
import type { Site } from '@naic/site/server/http/pages/site.ts'

const siteUrl = 'https://naic.example'

let site: Site
beforeAll(async () => {
  const config = readConfig({ SITE_URL: siteUrl })
  site = await loadBuiltSite(path.resolve('build'), config, pino({ level: 'silent' }))
})

/** Of Latin letters, Indian ones, and those that markup writes in another way. */
const word = (start: string) =>
  string({ unit: 'binary', maxLength: 80 }).map((text) => start + text)

test('the page of any certificate is byte for byte what React renders', async () => {
  const id = constantFrom('NAIC25A7K2M', 'NAIC26K7M2P9XQ')
  const day = date({ noInvalidDate: true, min: new Date(0), max: new Date('2099-12-31') })
  let kept = 0
  await assert(
    asyncProperty(id, word('H'), word('P'), word('D'), day, async (certificate, ...facts) => {
      const [holder, domain, duration, verified] = facts
      const found = {
        state: 'found' as const,
        facts: {
          id: certificate,
          holder,
          domain,
          duration,
          verifiedOn: verified.toISOString().slice(0, 10),
        },
        address: `${siteUrl}/verify/${certificate}`,
        revoked: undefined,
      }
      const page = await site.certificatePage?.(found, 'a-nonce')
      if (!page) return
      kept += 1
      const lookUp = () => Promise.resolve(found)
      const rendered = await site.renderer.render(
        `/verify/${certificate}`,
        'a-nonce',
        undefined,
        lookUp,
      )
      expect(page).toEqual(site.finish(await rendered.text(), 'a-nonce'))
    }),
  )
  expect(kept).toBeGreaterThan(50)
})

import path from 'node:path'
import { assert, asyncProperty, boolean, string } from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { loadBuiltSite } from '@naic/site/server/http/pages/built-site.ts'

/** No day is another, and no number the size of the QR code: React writes what comes twice once. */
const given = { startedOn: '2025-01-06', endedOn: '2025-02-28', hours: 160, credits: 2.5 }
const notGiven = { startedOn: undefined, endedOn: undefined, hours: undefined, credits: undefined }

test('the page of any certificate is byte for byte what React renders', async () => {
  const config = readConfig({ SITE_URL: 'https://naic.example' })
  const site = await loadBuiltSite(path.resolve('build'), config, pino({ level: 'silent' }))
  let kept = 0
  const anyText = string({ unit: 'binary', maxLength: 80 })
  const isSame = asyncProperty(anyText, boolean(), boolean(), async (text, isLong, hasAll) => {
    const id = isLong ? 'NAIC26K7M2P9XQ' : 'NAIC25A7K2M'
    const words = { holder: `H${text}`, domain: `P${text}`, duration: `D${text}` }
    const more = hasAll ? { ...given, college: `C${text}` } : { ...notGiven, college: undefined }
    const facts = { id, ...words, verifiedOn: '2026-03-14', ...more }
    const address = `https://naic.example/verify/${id}`
    const found = { state: 'found' as const, facts, address, revoked: undefined }
    const page = await site.certificatePage?.(found, 'a-nonce')
    if (!page) return
    kept += 1
    const lookUp = () => Promise.resolve(found)
    const rendered = await site.renderer.render(`/verify/${id}`, 'a-nonce', undefined, lookUp)
    expect(page).toEqual(site.finish(await rendered.text(), 'a-nonce'))
  })
  await assert(isSame)
  expect(kept).toBeGreaterThan(50)
})

import path from 'node:path'
import {
  type Arbitrary,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  date,
  integer,
  option,
  record,
  string,
  uniqueArray,
} from 'fast-check'
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

const orNone = <T>(drawn: Arbitrary<T>) => option(drawn, { nil: undefined })

/**
 * React Router writes a value that comes twice only once, and reads both ways as the same. So no day
 * here is another, and no number the size of the QR code.
 */
const days = uniqueArray(
  date({ noInvalidDate: true, min: new Date(0), max: new Date('2099-12-31') }).map((day) =>
    day.toISOString().slice(0, 10),
  ),
  { minLength: 3, maxLength: 3 },
)

/** As the register reads them: what the council need not give is there, or undefined. */
const facts = days.chain(([verifiedOn = '', startedOn, endedOn]) =>
  record(
    {
      id: constantFrom('NAIC25A7K2M', 'NAIC26K7M2P9XQ'),
      holder: word('H'),
      domain: word('P'),
      duration: word('D'),
      verifiedOn: constant(verifiedOn),
      startedOn: orNone(constant(startedOn)),
      endedOn: orNone(constant(endedOn)),
      hours: orNone(integer({ min: 100, max: 1000 })),
      credits: orNone(integer({ min: 1, max: 60 }).map((halves) => halves / 2)),
      college: orNone(word('C')),
    },
    { noNullPrototype: true },
  ),
)

test('the page of any certificate is byte for byte what React renders', async () => {
  let kept = 0
  await assert(
    asyncProperty(facts, async (drawn) => {
      const address = `${siteUrl}/verify/${drawn.id}`
      const found = { state: 'found' as const, facts: drawn, address, revoked: undefined }
      const page = await site.certificatePage?.(found, 'a-nonce')
      if (!page) return
      kept += 1
      const lookUp = () => Promise.resolve(found)
      const rendered = await site.renderer.render(
        `/verify/${drawn.id}`,
        'a-nonce',
        undefined,
        lookUp,
      )
      expect(page).toEqual(site.finish(await rendered.text(), 'a-nonce'))
    }),
  )
  expect(kept).toBeGreaterThan(50)
})

import { expect, onTestFinished, test } from 'vitest'
import { revokeKey } from '@naic/registry/change-keys.ts'
import { forgeSite } from '@naic/test/support/forged-site.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { readWholeLog } from '#watch/check-growth.ts'
import { fetchKnownKeys, withNewRevocations } from './pinned-keys.ts'

test('a revocation that a site hides is not hidden from the keys, nor by an older log later', async () => {
  const [council, older] = await Promise.all([startApi(), startApi()])
  const site = await forgeSite(older.url)
  onTestFinished(async () => {
    await Promise.all([council, older, site].map((one) => one.close()))
  })
  const before = await fetchKnownKeys(site.url, undefined)
  const { registry } = council.services.certificates
  const { name } = before.keys.find(({ use }) => use === 'credentials') ?? expect.fail()
  await revokeKey(registry, name, 'meera', 5)
  site.upstream = council.url
  const revoked = await fetchKnownKeys(site.url, undefined)
  expect(revoked).toEqual({
    site: site.url,
    ...(await (await fetch(`${council.url}/log/keys`)).json()),
  })
  site.forged.set('/log/keys', JSON.stringify(before))
  const sentence = 'announces a key with entry 19 that the site does not list'
  await expect(fetchKnownKeys(site.url, undefined)).rejects.toThrow(sentence)
  site.forged.clear()
  const key = { name, to: 5, revoked: expect.any(String) }
  const log = () => readWholeLog(site.url)
  expect(await withNewRevocations(before, await log())).toMatchObject({ keys: [key, {}] })
  site.upstream = older.url
  expect(await withNewRevocations(revoked, await log())).toMatchObject({ keys: [key, {}, {}] })
})

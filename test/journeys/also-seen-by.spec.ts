import { TestWitness } from '../support/start-witness.ts'
import { RunningSite } from '../support/start-site.ts'
import { feature, features } from './certificate-page.ts'
import { expect, expectAccessible, test as base } from './site-test.ts'

/** A site whose log somebody watches. */
const test = base.extend<object, { witness: TestWitness }>({
  witness: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const witness = await TestWitness.start('college.example/witness')
      await use(witness)
      await witness.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ witness }, use) => {
      const site = await RunningSite.start({ WITNESSES: witness.vkey })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

const page = '/verify/NAIC25A7K2M'
const seconds = Date.parse('2026-03-14T06:00:00Z') / 1000

test('a certificate says who else has seen it in the log, once they have', async ({
  page: browser,
  request,
  witness,
}) => {
  await browser.goto(page)
  await expect(feature(browser, features.log)).toContainText('Passed')
  await expect(browser.getByText('Also seen by')).toHaveCount(0)

  const [body, signatures] = (await (await request.get('/log/checkpoint')).text()).split('\n\n')
  const note = `${body}\n\n${signatures?.split('\n')[0]}\n`
  const data = note + witness.cosign(note, seconds)
  const headers = { 'Content-Type': 'text/plain' }
  const taken = await request.post('/log/cosignatures', { data, headers })
  expect(taken.status()).toBe(200)
  await browser.reload()
  const line = browser.getByText('Also seen by college.example/witness on March 14, 2026.')
  await expect(line).toBeVisible()
  await expectAccessible(browser)

  // What the browser does not find to be signed, the page does not say.
  await browser.route('**/api/certificates/*', async (route) => {
    const answer = await (await route.fetch()).json()
    const [seen] = answer.seen
    const name = 'university.example'
    await route.fulfill({
      json: { ...answer, seen: [{ ...seen, vkey: seen.vkey.replace(witness.name, name) }] },
    })
  })
  await browser.reload()
  await expect(feature(browser, features.log)).toContainText('Passed')
  await expect(browser.getByText('Also seen by')).toHaveCount(0)
})

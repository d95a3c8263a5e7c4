import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { RunningSite } from '#support/start-site.ts'
import { TestWitness } from '#support/start-witness.ts'
import {
  allPassed,
  choose,
  expectChecks,
  feature,
  features,
  file,
  summary,
} from '../certificate-page.ts'
import { issue } from '../council-beside.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  failedLoads,
  test,
} from '../site-test.ts'

/** What somebody sees who was never here before, of a log that others must have signed. */

test.use({ forgiven: failedLoads })

const sample = 'NAIC25A7K2M'

const newestOf = async (url: string) => (await fetch(`${url}/log/checkpoint`)).text()

/** Has its log watched by a witness that the server asks. */
async function watchedSite(witness: TestWitness): Promise<RunningSite> {
  const site = await RunningSite.start()
  const { keys } = await (await fetch(`${site.url}/log/keys`)).json()
  witness.know(keys[1].vkey)
  await askWitness(site, witness)
  return site
}

/** The server asks at its start, and then every few minutes. */
async function askWitness(site: RunningSite, witness: TestWitness): Promise<void> {
  await site.finish()
  await site.boot({ WITNESSES: `${witness.vkey} ${witness.url}` })
  await expect.poll(() => newestOf(site.url)).toContain(witness.name)
}

async function expectMissing(page: Page, ...names: string[]): Promise<void> {
  await expect(summary(page)).toHaveText(/^Could not be checked: /)
  await expect(page.getByText(`Missing: ${names.join(', ')}.`)).toBeVisible()
  await expect(feature(page, features.log)).toContainText('Could not be checked')
  for (const name of names) {
    await expect(page.getByText(`Not signed by ${name} within the last day.`)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: /^Verified/ })).toHaveCount(0)
}

test('a fork that a witness refused is not green in a browser that was never here', async ({
  page,
}) => {
  const witness = await TestWitness.start('college.example/witness')
  const site = await watchedSite(witness)
  await page.goto(`${site.url}/verify/${sample}`)
  await expectChecks(page, allPassed)
  await expect(page.getByText('Also seen by college.example/witness on')).toBeVisible()

  // A thief copies everything, keys included. The council issues another one, and so does he.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-stolen-'))
  await cp(site.dataDir, dataDir, { recursive: true })
  const honest = await issue(site, 'honest', 'Asha Example')
  await askWitness(site, witness)
  await page.goto(`${site.url}/verify/${honest}`)
  await expectChecks(page, allPassed)

  const settings = { SITE_URL: site.url, WITNESSES: `${witness.vkey} ${witness.url}` }
  const his = await RunningSite.start(settings, dataDir)
  const stolen = { dataDir, url: site.url }
  await issue(stolen, 'forged-before', 'Malory Forger')
  const forged = await issue(stolen, 'forged', 'Mallory Forger')
  const before = witness.answered.length
  await his.finish()
  await his.boot()
  // First how much it has seen; then that his log does not continue it.
  await expect.poll(() => witness.answered.slice(before)).toContain(422)
  expect(witness.answered.slice(before)).not.toContain(200)
  await page.goto(`${his.url}/verify/${forged}`)
  await expectMissing(page, witness.name)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('about:blank')
  await Promise.all([site.stop(), his.stop(), witness.close()])
})

test('of three witnesses two must have signed within a day; who has not is named, in files too', async ({
  page,
}) => {
  const [college, board, press] = [
    await TestWitness.start('college.example/witness'),
    await TestWitness.start('board.example/witness'),
    await TestWitness.start('press.example/witness'),
  ]
  const site = await RunningSite.start({
    WITNESSES: [college, board, press].map(({ vkey }) => vkey).join(', '),
    WITNESSES_NEEDED: '2',
  })
  const note = await newestOf(site.url)
  const handIn = async (witness: TestWitness, hoursAgo: number) => {
    const data = note + witness.cosign(note, Math.floor(Date.now() / 1000) - hoursAgo * 3600)
    const headers = { 'Content-Type': 'text/plain' }
    const taken = await page.request.post(`${site.url}/log/cosignatures`, { data, headers })
    expect(taken.status()).toBe(200)
  }
  await handIn(college, 1)
  await handIn(board, 25)
  await page.goto(`${site.url}/verify/${sample}`)
  await expectMissing(page, board.name, press.name)

  await handIn(board, 0)
  await page.reload()
  await expectChecks(page, allPassed)
  await expect(page.getByText(`Not signed by ${press.name} within the last day.`)).toBeVisible()
  const files = await Promise.all(
    ['json', 'tlog-proof'].map(async (type) => {
      const answer = await page.request.get(`${site.url}/credentials/${sample}.${type}`)
      return file(`${sample}.${type}`, await answer.body())
    }),
  )
  const loaded = ['/.well-known/did.json', '/log/keys', '/assets/witness-sightings-*'].map((one) =>
    page.waitForResponse(`**${one}`),
  )
  await page.goto(`${site.url}/verification`)
  for (const answer of await Promise.all(loaded)) await answer.finished()
  await page.context().setOffline(true)
  await choose(page, ...files)
  await expect(page.getByText('this device is offline').first()).toBeVisible()
  for (const { name } of [college, board]) {
    await expect(page.getByText(`Also seen by ${name} on`)).toBeVisible()
  }
  await expect(page.getByText(`The log proof has no signature of ${press.name}.`)).toBeVisible()
  await page.context().setOffline(false)
  await choose(page)
  await choose(page, ...files)
  await expectChecks(page, allPassed)

  // Who takes the server over may name no witnesses: this browser knows who they were.
  await site.finish()
  await site.boot({ WITNESSES: '', WITNESSES_NEEDED: '' })
  await page.goto(`${site.url}/verify/${sample}`)
  await expect(summary(page)).toHaveText(/^Could not be checked: /)
  const names = [college, board, press].map(({ name }) => name).join(', ')
  await expect(page.getByText(`Missing: ${names}.`).first()).toBeVisible()
  await page.goto('about:blank')
  await Promise.all([site.stop(), college.close(), board.close(), press.close()])
})

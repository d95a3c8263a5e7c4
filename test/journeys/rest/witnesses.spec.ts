import { TestCalendar } from '#support/start-calendar.ts'
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
import { expect, failedLoads, openAlive, test } from '../site-test.ts'

/** What somebody sees of a log that others must have signed, and that was stamped. */

test.use({ forgiven: failedLoads })

const sample = 'NAIC25A7K2M'

/** Hands in what a witness signed. @param hoursAgo when it did. */
async function handIn(site: RunningSite, witness: TestWitness, hoursAgo = 0): Promise<void> {
  const newest = await (await fetch(`${site.url}/log/checkpoint`)).text()
  // With the log's own signature, which is the first, and no other's.
  const [note = ''] = /^.*?\n\n.*?\n/s.exec(newest) ?? []
  const body = note + witness.cosign(note, Math.floor(Date.now() / 1000) - hoursAgo * 3600)
  const taken = await fetch(`${site.url}/log/cosignatures`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body,
  })
  expect(taken.status).toBe(200)
}

test('of three witnesses two must have signed within a day', async ({ page }) => {
  const [college, board, press] = [
    await TestWitness.start('college.example/witness'),
    await TestWitness.start('board.example/witness'),
    await TestWitness.start('press.example/witness'),
  ]
  const site = await RunningSite.start({
    WITNESSES: [college, board, press].map(({ vkey }) => vkey).join(', '),
    WITNESSES_NEEDED: '2',
  })
  await handIn(site, college, 1)
  await handIn(site, board, 25)
  await page.goto(`${site.url}/verify/${sample}`)
  await expect(summary(page)).toHaveText(/^Could not be checked: /)
  await expect(page.getByText(`Missing: ${board.name}, ${press.name}.`)).toBeVisible()
  for (const { name } of [board, press]) {
    await expect(page.getByText(`Not signed by ${name} within the last day.`)).toBeVisible()
  }

  await handIn(site, board)
  await page.reload()
  await expectChecks(page, allPassed)
  await expect(page.getByText(`Not signed by ${press.name} within the last day.`)).toBeVisible()
  await page.getByText('How do we know?').click()
  await expect(page.getByText(/board.* saw a list that has this certificate/)).toBeVisible()
  const downloaded = ['json', 'tlog-proof'].map(async (type) => {
    const answer = await page.request.get(`${site.url}/credentials/${sample}.${type}`)
    return file(`${sample}.${type}`, await answer.body())
  })
  const files = await Promise.all(downloaded)
  const loaded = ['/log/keys', '/assets/check-cosignatures-*'].map((one) =>
    page.waitForResponse(`**${one}`),
  )
  await openAlive(page, `${site.url}/verification`)
  await page.getByLabel('Certificate PDF, picture or file').focus()
  for (const answer of await Promise.all(loaded)) await answer.finished()
  await page.context().setOffline(true)
  await choose(page, ...files)
  await expect(page.getByText('this device is offline').first()).toBeVisible()
  for (const { name } of [college, board]) {
    await expect(page.getByText(`Also seen by ${name} on`)).toBeVisible()
  }
  await expect(page.getByText(`The list proof has no signature of ${press.name}.`)).toBeVisible()
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

test('a certificate says in which block its log was stamped', async ({ page }) => {
  const calendar = await TestCalendar.start()
  const site = await RunningSite.start({ STAMP_CALENDARS: calendar.url })
  const address = `${site.url}/log/checkpoint/17.ots`
  const sizeOfStamp = async () => {
    const answer = await page.request.get(address)
    return answer.ok() ? (await answer.body()).length : 0
  }
  await expect.poll(sizeOfStamp).toBeGreaterThan(0)
  const promised = await sizeOfStamp()
  const log = feature(page, features.log)
  await page.goto(`${site.url}/verify/${sample}`)
  await expect(log).toContainText('the block is not known yet')
  calendar.mine(958_001)
  await site.kill()
  await site.boot()
  await expect.poll(sizeOfStamp).toBeGreaterThan(promised)
  await page.reload()
  await expect(log).toContainText('the stamp names block 9,58,001')
  await page.getByText('How do we know?').click()
  await expect(page.getByText('written into Bitcoin, in block 9,58,001')).toBeVisible()
  await log.getByRole('heading').click()
  const downloading = page.waitForEvent('download')
  await log.getByRole('link', { name: 'Download stamp (.ots)' }).click()
  expect((await downloading).suggestedFilename()).toBe('17.ots')
  await page.goto('about:blank')
  await Promise.all([site.stop(), calendar.close()])
})

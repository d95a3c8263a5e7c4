import { readFile } from 'node:fs/promises'
import { test as base } from './site-test.ts'
import { TestCalendar } from '../support/start-calendar.ts'
import { RunningSite } from '../support/start-site.ts'
import { feature, features } from './certificate-page.ts'
import { desktopOnly, expect, expectAccessible } from './site-test.ts'

/** A site whose checkpoints a calendar stamps. */
const test = base.extend<object, { calendar: TestCalendar }>({
  calendar: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const calendar = await TestCalendar.start()
      await use(calendar)
      await calendar.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ calendar }, use) => {
      const site = await RunningSite.start({ STAMP_CALENDARS: calendar.url })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

const page = '/verify/NAIC25A7K2M'
const stamp = '/log/checkpoint/17.ots'

test(
  'a checkpoint is handed in, and later names its block',
  desktopOnly,
  async ({ page: browser, site, calendar, request }) => {
    await expect(async () => expect((await request.get(stamp)).status()).toBe(200)).toPass()
    await browser.goto(page)
    await expect(feature(browser, features.log)).toContainText('Passed')
    await expect(feature(browser, features.log)).toContainText('the block is not known yet')
    const promised = (await (await request.get(stamp)).body()).length

    calendar.mine(958_001)
    await site.kill()
    await site.boot()
    await expect(async () =>
      expect((await (await request.get(stamp)).body()).length).not.toBe(promised),
    ).toPass()
    await browser.reload()
    const log = feature(browser, features.log)
    await expect(log).toContainText('the stamp names block 9,58,001')
    await log.getByText('Details').click()
    await expect(log).toContainText(calendar.merkleRoots[0] ?? 'a root')
    await expectAccessible(browser)

    const downloading = browser.waitForEvent('download')
    await log.getByRole('link', { name: 'Download stamp (.ots)' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('17.ots')
    const file = await readFile(await download.path())
    expect(file.subarray(1, 15).toString()).toBe('OpenTimestamps')
  },
)

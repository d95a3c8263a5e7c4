import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { RestartStatement } from '@naic/ledger/format/log-restart.ts'
import { RunningSite } from '#support/start-site.ts'
import { WatcherDesk } from '#support/watcher-desk.ts'
import { choose, expectVerdict, file } from '../certificate-page.ts'
import { council, issue } from '../council-beside.ts'
import { expect, failedLoads, test } from '../site-test.ts'

/** From a backup that is not the newest to the visitor who had seen more. */

test.use({ forgiven: failedLoads })

const reason = 'The disk failed on Sunday; what was issued since is lost.'

const downloaded = async (page: Page, site: RunningSite, id: string) =>
  Promise.all(
    ['json', 'tlog-proof'].map(async (type) => {
      const answer = await page.request.get(`${site.url}/credentials/${id}.${type}`)
      return file(`${id}.${type}`, await answer.body())
    }),
  ) as Promise<[ReturnType<typeof file>, ReturnType<typeof file>]>

const pdfOf = async (page: Page, site: RunningSite, id: string) => {
  const answer = await page.request.get(`${site.url}/credentials/${id}.pdf`)
  return file(`${id}.pdf`, await answer.body())
}

/** As if the browser had first seen the restarted log so long ago. */
const wait = (page: Page, days: number) =>
  page.evaluate((ms) => {
    const kept = JSON.parse(localStorage.getItem('council-log') ?? '')
    const since = new Date(Date.now() - ms).toISOString()
    const aged = Object.entries(kept).map(([name, log]) => [name, { ...(log as object), since }])
    localStorage.setItem('council-log', JSON.stringify(Object.fromEntries(aged)))
  }, days * 86_400_000)

test('after an older backup was restored, a restart of the log explains to visitors what a forged one does not', async ({
  page,
  browser,
}) => {
  const site = await RunningSite.start()
  const desk = await WatcherDesk.open()
  const backup = await mkdtemp(path.join(tmpdir(), 'naic-older-'))
  try {
    const kept = await issue(site, 'kept', 'Meera Example')
    await site.finish()
    await cp(site.dataDir, backup, { recursive: true })
    await site.boot()
    const lost = await issue(site, 'lost', 'Ravi Example')
    const lostFiles = await downloaded(page, site, lost)
    const lostPdf = await pdfOf(page, site, lost)
    const [, laterReceipt] = await downloaded(page, site, kept)
    await issue(site, 'lost-too', 'Zoya Example')
    const keptFiles = await downloaded(page, site, kept)
    await page.goto(`${site.url}/verify/${lost}`)
    await expectVerdict(page, 'Verified')
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole' })

    // The whole folder of a week ago: nothing on this machine knows of what is lost.
    await site.finish()
    await rm(site.dataDir, { recursive: true })
    await cp(backup, site.dataDir, { recursive: true })
    await site.boot()
    await page.goto(`${site.url}/verify/${kept}`)
    await expectVerdict(page, 'Not verified')

    await site.finish()
    await council(site, 'log', 'restart', '--reason', reason, '--yes')
    await site.boot()

    await page.goto(`${site.url}/verify/${kept}`)
    await expectVerdict(page, 'Could not be checked')
    await expect(page.getByText(reason).first()).toBeVisible()
    await expect(page.getByText(/only the first \d+ are left/).first()).toBeVisible()

    const added = await issue(site, 'added', 'Asha Example')
    await page.goto(`${site.url}/verify/${added}`)
    await expectVerdict(page, 'Could not be checked')
    await expect(page.getByText('recorded after that').first()).toBeVisible()
    await wait(page, 8)
    await page.goto(`${site.url}/verify/${added}`)
    await expectVerdict(page, 'Verified')
    await expect(page.getByText('recorded after that').first()).toBeVisible()
    await page.goto(`${site.url}/verify/${kept}`)
    await expectVerdict(page, 'Could not be checked')

    await page.goto(`${site.url}/verification`)
    for (const files of [lostFiles, [lostPdf]]) {
      await choose(page, ...files)
      await expectVerdict(page, 'Could not be checked')
      await expect(page.getByText('issue the certificate again').first()).toBeVisible()
    }
    const [credential, newestReceipt] = keptFiles
    for (const receipt of [laterReceipt, newestReceipt]) {
      await choose(page, credential, receipt)
      await expectVerdict(page, 'Could not be checked')
      await expect(page.getByText('ask its holder for a newer file').first()).toBeVisible()
    }

    // Who comes for the first time saw nothing that is gone, and without JavaScript nothing is checked.
    const visitor = await browser.newContext()
    const newcomer = await visitor.newPage()
    for (const id of [kept, added]) {
      await newcomer.goto(`${site.url}/verify/${id}`)
      await expectVerdict(newcomer, 'Verified')
      await expect(newcomer.getByText(reason)).toHaveCount(0)
    }
    await visitor.close()
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const reader = await plain.newPage()
    for (const [id, holder] of [
      [kept, 'Meera Example'],
      [added, 'Asha Example'],
    ] as const) {
      await reader.goto(`${site.url}/verify/${id}`)
      await expect(reader.locator('noscript dl')).toContainText(holder)
      await expect(reader.locator('noscript').first()).not.toContainText('Verified:')
    }
    await reader.goto(`${site.url}/verify/${lost}`)
    await expect(reader.locator('noscript section').first()).toContainText('No certificate found')
    await plain.close()

    expect(await desk.look(site.url)).toMatchObject({
      state: 'whole',
      restarts: [{ reason }],
    })

    // Whoever has the site and not all of the keys, or changes a word, explains nothing.
    const answer = await page.request.get(`${site.url}/log/restarts`)
    const [statement] = (await answer.json()).restarts as [RestartStatement]
    const { signatures } = statement
    for (const forged of [
      { ...statement, reason: 'All is well.' },
      { ...statement, signatures: { ...signatures, credentials: signatures.new } },
      { ...statement, signatures: { ...signatures, old: signatures.new } },
      { ...statement, new: { ...statement.new, root: statement.old.root.replace(/^./, '0') } },
      undefined,
    ]) {
      await page.route('**/log/restarts', (route) =>
        route.fulfill({ json: { restarts: forged ? [forged] : [] } }),
      )
      await page.goto(`${site.url}/verify/${kept}`)
      await expectVerdict(page, 'Not verified')
      await page.unroute('**/log/restarts')
    }
  } finally {
    await site.stop()
    await desk.close()
    await rm(backup, { recursive: true })
  }
})

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { RestartStatement } from '@naic/ledger/format/log-restart.ts'
import { RunningSite } from '../support/start-site.ts'
import { WatcherDesk } from '../support/watcher-desk.ts'
import { choose, expectVerdict, file } from './certificate-page.ts'
import { council, issue } from './council-beside.ts'
import { expect, failedLoads, test } from './site-test.ts'

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

test('after an older backup was restored, a restart of the log explains to visitors what a forged one does not', async ({
  page,
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
    await expect(page.getByText(/of which the first \d+ are left/).first()).toBeVisible()

    const added = await issue(site, 'added', 'Asha Example')
    await page.goto(`${site.url}/verify/${added}`)
    await expectVerdict(page, 'Verified')
    await expect(page.getByText('recorded after that').first()).toBeVisible()

    await page.goto(`${site.url}/verification`)
    await choose(page, ...lostFiles)
    await expectVerdict(page, 'Could not be checked')
    await expect(page.getByText('from the part that was lost').first()).toBeVisible()
    const [credential, newestReceipt] = keptFiles
    for (const receipt of [laterReceipt, newestReceipt]) {
      await choose(page, credential, receipt)
      await expectVerdict(page, 'Could not be checked')
      await expect(page.getByText(/of which the first \d+ are left/).first()).toBeVisible()
    }

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

import { readFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TestCalendar } from '#support/start-calendar.ts'
import { RunningSite } from '#support/start-site.ts'
import { TestWitness } from '#support/start-witness.ts'
import {
  allPassed,
  choose,
  expectChecks,
  expectVerdict,
  feature,
  features,
  file,
  readCode,
  sheetsOf,
} from '../certificate-page.ts'
import { council, issue } from '../council-beside.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  failedLoads,
  test,
} from '../site-test.ts'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Certificates that the council's own commands issue, as a browser then shows them. */

test.use({ forgiven: failedLoads })

const credentialFiles = (page: Page, id: string) =>
  Promise.all(
    ['pdf', 'json', 'tlog-proof'].map(async (type) => {
      const answer = await page.request.get(`/credentials/${id}.${type}`)
      expect(answer.status()).toBe(200)
      return file(`${id}.${type}`, await answer.body())
    }),
  ) as Promise<[ReturnType<typeof file>, ReturnType<typeof file>, ReturnType<typeof file>]>

test('from a line of CSV to a printed certificate and a file; once withdrawn, both say so', async ({
  page,
  site,
}) => {
  const id = await issue(site, 'journey-1', 'Meera Example')
  expect(id).not.toBe('')
  await page.goto(`/verify/${id}`)
  await expect(page.getByRole('article')).toContainText('Meera Example')
  await expect(page.getByText('Verified on March 14, 2026')).toBeVisible()
  await expectChecks(page, allPassed)
  expect(sheetsOf(await page.pdf({ format: 'A4' }))).toBe(1)
  expect(await readCode(page)).toBe(`${site.url}/verify/${id}`)

  const [, credential, receipt] = await credentialFiles(page, id)
  await page.goto('/verification')
  await choose(page, credential, receipt)
  await expectChecks(page, allPassed)
  const changed = credential.buffer.toString().replace('Meera', 'Meira')
  await choose(page, file(`${id}.json`, changed), receipt)
  await expect(feature(page, features.signature)).toContainText('Failed')
  await expect(page.getByText('Meira')).toHaveCount(0)

  await council(site, 'certificates', 'revoke', id, 'wrong details', '--yes')
  await page.goto(`/verify/${id}`)
  await expect(page.getByText(/^Withdrawn on /)).toBeVisible()
  await expect(page.getByText('wrong details')).toHaveCount(0)
  await expect(page.getByRole('article')).not.toContainText('Verified')
})

test('an erased certificate says so without a name, and its own file accuses nobody', async ({
  page,
  browser,
  site,
}) => {
  const id = await issue(site, 'erased', 'Meera Example')
  const [pdf, credential, receipt] = await credentialFiles(page, id)
  await council(site, 'certificates', 'erase', id, '--yes')
  // The log goes on.
  await issue(site, 'after-erased', 'Ravi Example')

  const plain = await browser.newPage({ javaScriptEnabled: false })
  for (const each of [plain, page]) {
    const answer = await each.goto(`${site.url}/verify/${id}`)
    expect(answer?.status()).toBe(410)
    await expect(each.getByRole('heading', { name: 'Erased' })).toBeVisible()
    // By their elements: texts in a noscript are not looked through.
    const said = (await each.locator('section p:visible').allInnerTexts()).join(' ')
    expect(said).toContain(`Certificate ID: ${id}`)
    expect(said).toContain("erased at the holder's request")
    expect(await each.content()).not.toContain('Meera')
    await expectNoSidewaysScroll(each)
  }
  await plain.close()
  await expect(page).toHaveTitle(new RegExp(`Erased: certificate ${id}`))
  await expect(page.getByTestId('verdict')).toContainText('its record was erased')
  await page.getByRole('link', { name: 'Verify a file' }).click()
  await expect(page).toHaveURL(/\/verification$/)

  const section = page.getByRole('region', { name: 'Verify a file' })
  for (const files of [[pdf], [credential, receipt]]) {
    await choose(page, ...files)
    await expect(section.getByRole('heading', { name: 'Erased: Meera Example' })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Meera Example')
    const unchecked = section.getByRole('listitem').filter({ hasText: 'Could not be checked' })
    await expect(unchecked).toHaveCount(0)
    await expectAccessible(page)
    await choose(page)
  }
  await choose(page, credential)
  await expect(
    section.getByRole('heading', { name: 'Could not be checked: Meera Example' }),
  ).toBeVisible()
  await expect(section.getByText('This says nothing against the holder.').first()).toBeVisible()
  await expect(section.getByText('add the log proof').first()).toBeVisible()
})

test('a certificate from a stolen copy of the data folder is refused: the live log has none', async ({
  page,
  site,
}) => {
  const stolen = await issueFromCopy(site, 'Mallory Forger')
  await page.goto('/verification')
  await choose(
    page,
    file(`${stolen.id}.json`, stolen.credential),
    file(`${stolen.id}.tlog-proof`, stolen.receipt),
  )
  await expectVerdict(page, 'Not found')
  await expect(feature(page, features.log)).toContainText('Failed')
  await expect(page.getByText(/Mallory|^Verified\.?$/)).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/verify/${stolen.id}`)
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
})

test('a certificate says in which block its log was stamped, and who else has seen it', async ({
  page,
}) => {
  const calendar = await TestCalendar.start()
  const witness = await TestWitness.start('college.example/witness')
  const site = await RunningSite.start({ STAMP_CALENDARS: calendar.url, WITNESSES: witness.vkey })
  const get = async (address: string) => (await page.request.get(site.url + address)).body()
  const stampPath = '/log/checkpoint/17.ots'
  const hasStamp = async () => (await page.request.get(site.url + stampPath)).status()
  await expect.poll(hasStamp).toBe(200)
  const log = feature(page, features.log)
  await page.goto(`${site.url}/verify/NAIC25A7K2M`)
  await expect(log).toContainText('the block is not known yet')
  await expect(page.getByText('Not signed by college.example/witness within')).toBeVisible()
  const seenBy = page.getByText('Also seen by college.example/witness on ')
  await expect(page.getByText('Also seen by')).toHaveCount(0)

  const [body, signatures] = (await get('/log/checkpoint')).toString().split('\n\n')
  const note = `${body}\n\n${signatures?.split('\n')[0]}\n`
  const data = note + witness.cosign(note)
  const headers = { 'Content-Type': 'text/plain' }
  const taken = await page.request.post(`${site.url}/log/cosignatures`, { data, headers })
  expect(taken.status()).toBe(200)
  const promised = (await get(stampPath)).length
  calendar.mine(958_001)
  await site.kill()
  await site.boot()
  await expect.poll(async () => (await get(stampPath)).length).not.toBe(promised)
  await page.reload()
  await expect(seenBy).toBeVisible()
  await expect(log).toContainText('the stamp names block 9,58,001')
  await log.getByRole('heading').click()
  await expect(log).toContainText(calendar.merkleRoots[0] ?? 'a root')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await log.getByRole('link', { name: 'Download stamp (.ots)' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('17.ots')
  const stamp = await readFile(await download.path())
  expect(stamp.subarray(1, 15).toString()).toBe('OpenTimestamps')

  // The page says nothing that the browser does not find signed.
  await page.route('**/api/certificates/*', async (route) => {
    const answer = await (await route.fetch()).json()
    const vkey = answer.seen[0].vkey.replace(witness.name, 'university.example')
    await route.fulfill({ json: { ...answer, seen: [{ ...answer.seen[0], vkey }] } })
  })
  await page.reload()
  await expect(log).toContainText('Too few of those who watch')
  await expect(page.getByText('Also seen by')).toHaveCount(0)
  await page.goto('about:blank')
  await Promise.all([site.stop(), witness.close(), calendar.close()])
})

/** Files of a certificate that the council's own program made, and that the council never issued. */
type StolenCertificate = { id: string; credential: string; receipt: string }

/**
 * What somebody does who has a copy of the whole data folder, with all keys: he runs the council's
 * own program on it, under its address, and issues what he likes. His log begins with the
 * council's and goes on by itself.
 */
async function issueFromCopy(site: RunningSite, holder: string): Promise<StolenCertificate> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-stolen-'))
  await cp(site.dataDir, dataDir, { recursive: true })
  const [csv, results] = [path.join(dataDir, 'forged.csv'), path.join(dataDir, 'results.csv')]
  await writeFile(
    csv,
    `reference,holder,domain,duration,verified_on\nforged,${holder},Data Science,4 Weeks,2026-03-14\n`,
  )
  const order = ['certificates', 'issue', '--sheet', csv, '--results', results]
  await promisify(execFile)('node', ['apps/office/cli/council.ts', ...order], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_URL: site.url },
  })
  const id = /NAIC\d\d[A-Z0-9]{8}/.exec(await readFile(results, 'utf8'))?.[0] ?? ''
  const his = await RunningSite.start({ SITE_URL: site.url }, dataDir)
  try {
    const read = async (type: string) =>
      (await fetch(`${his.url}/credentials/${id}.${type}`)).text()
    return { id, credential: await read('json'), receipt: await read('tlog-proof') }
  } finally {
    await his.finish()
    await rm(dataDir, { recursive: true })
  }
}

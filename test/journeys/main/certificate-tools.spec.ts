import type { Page } from '@playwright/test'
import { hashAddress } from '@naic/ledger/format/hash-address.ts'
import { holder, issueCertificate } from '#support/issue-certificate.ts'
import {
  choose,
  file,
  id,
  publish,
  readCode,
  revokedAnswer,
  sheetsOf,
  summary,
  test,
  visit,
} from '../certificate-page.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, watchRequests } from '../site-test.ts'
import { readProgrammes } from '@naic/installation/programmes.ts'

/** What holders, and people who check their certificates, can do with the page. */

const address = 'asha.sample@example.com'
const learntRegion = (page: Page) => page.getByRole('region', { name: 'What was learnt' })
const holderRegion = (page: Page) => page.getByRole('region', { name: 'Is this the holder?' })

/** The window as wide and high as A4 in landscape within its margins, in CSS pixels. */
async function asOnPaper(page: Page) {
  await page.setViewportSize({ width: 1047, height: 718 })
  await page.emulateMedia({ media: 'print' })
}

test('it prints on one sheet, without header, footer and tools, with a code that leads back', async ({
  page,
  issued,
  site,
}) => {
  await visit(page, issued.answer)
  await expect(summary(page)).toContainText(holder)
  const pageUrl = `${site.url}/verify/${id}`
  expect(await readCode(page)).toBe(pageUrl)
  await expect(page.getByText("Scan to open this certificate's page:")).toBeVisible()
  for (const format of ['A4', 'Letter']) expect(sheetsOf(await page.pdf({ format }))).toBe(1)
  await asOnPaper(page)
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Certificate Security Features' })).toBeHidden()
  expect(await readCode(page)).toBe(pageUrl)
})

test('the longest names print on one sheet too', async ({ page, site }) => {
  const words = (most: number) => 'Wilhelmina Venkatanarasimha '.repeat(9).slice(0, most).trim()
  const longest = { holder: words(200), domain: words(100), duration: words(50) }
  await visit(page, (await issueCertificate(site.url, id, longest)).answer)
  const card = page.getByRole('article')
  await expect(card).toBeVisible()
  expect(sheetsOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  await asOnPaper(page)
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(718)
})

test('what the council gave is on the certificate, and it still prints on one sheet', async ({
  page,
  site,
}) => {
  const words = 'Wilhelmina Venkatanarasimha '.repeat(9).slice(0, 200).trim()
  const given = {
    startedOn: '2025-05-05',
    endedOn: '2025-06-27',
    hours: 120,
    credits: 2.5,
    college: words,
  }
  await visit(page, (await issueCertificate(site.url, id, given)).answer)
  const card = page.getByRole('article')
  for (const [label, value] of [
    ['Started', '5 May 2025'],
    ['Ended', '27 June 2025'],
    ['Hours', '120'],
    ['Credits', '2.5'],
    ['College', words],
  ] as const) {
    const row = card.getByText(label, { exact: true }).locator('..')
    await expect(row.getByRole('definition')).toHaveText(value)
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(sheetsOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
})

test('the ID is never broken in two', async ({ page, issued }) => {
  await visit(page, issued.answer)
  await expect(summary(page)).toContainText(holder)
  const shown = page.getByRole('article').getByText(id).filter({ visible: true })
  const lines = () =>
    shown.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element.firstChild ?? element)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
  await page.setViewportSize({ width: 320, height: 640 })
  expect(new Set(await lines())).toEqual(new Set([1]))
  await asOnPaper(page)
  expect(await lines()).toEqual([1, 1])
})

test('on a phone the page is short: certificate, tools, and all that explains is folded up', async ({
  page,
  site,
}) => {
  const { issued } = await issueWithLearnt(site.url)
  await page.setViewportSize({ width: 360, height: 740 })
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  for (const answer of [issued.answer, await revokedAnswer(issued)]) {
    await visit(page, answer)
    await expect(summary(page)).toContainText(holder)
    expect(await height()).toBeLessThan(3_300)
  }
})

test('it can be printed, downloaded and added to LinkedIn, whose values can be copied', async ({
  page,
  context,
  issued,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await visit(page, issued.answer)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.getByText('More files').click()
  for (const [name, download] of [
    ['Download PDF', `${id}.pdf`],
    ['Download badge picture', `${id}.badge.png`],
    ['Download credential', `${id}.json`],
    ['Download log proof', `${id}.tlog-proof`],
  ] as const) {
    const link = page.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', `/credentials/${download}`)
    await expect(link).toHaveAttribute('download', download)
  }
  const linkedIn = page.getByRole('link', { name: /Add to LinkedIn/ })
  const target = new URL((await linkedIn.getAttribute('href')) ?? '')
  expect(target.origin + target.pathname).toBe('https://www.linkedin.com/profile/add')
  const values = {
    name: 'Web Development internship',
    organizationName: 'National Academic Internship Council',
    issueYear: '2025',
    issueMonth: '7',
    certUrl: `${site.url}/verify/${id}`,
    certId: id,
  }
  const startTask = 'CERTIFICATION_NAME'
  expect(Object.fromEntries(target.searchParams)).toEqual({ startTask, ...values })
  const whatsApp = page.getByRole('link', { name: /WhatsApp/ })
  const message = new URL((await whatsApp.getAttribute('href')) ?? '').searchParams.get('text')
  expect(message).toBe(
    `I completed the Web Development internship of the National Academic Internship Council. You can check my certificate here: ${values.certUrl}`,
  )
  await page.getByText('Copy the values').click()
  const shown = page.getByRole('region', { name: 'Keep and share' }).getByRole('definition')
  for (const value of Object.values(values))
    await expect(shown.filter({ hasText: value }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Copy Credential URL' }).click()
  await expect(page.getByText('Credential URL copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(values.certUrl)
})

test('a browser without a clipboard says so and selects the text', async ({
  page,
  issued,
  site,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await visit(page, issued.answer)
  const failed = page.getByText('We could not copy it.')
  const selected = () => page.evaluate(() => getSelection()?.toString())
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(failed).toBeVisible()
  expect(await selected()).toBe(`${site.url}/verify/${id}`)
  await page.getByText('Copy the values').click()
  await page.getByRole('button', { name: 'Copy Credential ID' }).click()
  await expect(failed).toHaveCount(2)
  expect(await selected()).toBe(id)
  await expectAccessible(page)
})

test('a certificate has one date, and says when it was signed only if that was another day', async ({
  page,
  request,
  issued,
}) => {
  const checks = page.getByRole('region', { name: 'How far this check goes' })
  await visit(page, issued.answer)
  await expect(checks).toContainText("July 2, 2025 is the date in the council's record")
  await expect(checks).not.toContainText('digital signature on that record')
  const card = page.getByRole('article')
  await expect(card).not.toContainText('Signed on')
  await page.unrouteAll()
  await page.goto('/verify/NAIC25A7K2M')
  await expect(checks).toContainText("July 2, 2025 is the date in the council's record")
  const { proof } = await (await request.get('/credentials/NAIC25A7K2M.json')).json()
  const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  await expect(checks).toContainText(
    `digital signature on that record on ${day.format(new Date(proof[0].created))}.`,
  )
  const specified = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: 'Asia/Kolkata',
  })
  await expect(card).toContainText(`Signed on ${specified.format(new Date(proof[0].created))}`)
  await expect(learntRegion(page)).toHaveCount(0)
  await expect(holderRegion(page)).toHaveCount(0)
  await page.goto('/verify/NAIC25F9H4Z')
  await expect(learntRegion(page)).toContainText('Internship: Generative AI Applications')
})

test('skills and projects are shown as they were signed, on the page and of a file', async ({
  page,
  site,
}) => {
  const { issued, learnt } = await issueWithLearnt(site.url)
  await publish(page, issued)
  await page.goto(`/verify/${id}`)
  const region = learntRegion(page)
  await expect(region).toContainText('Internship: Frontend Web Development')
  await region.getByRole('heading', { name: 'What was learnt' }).click()
  for (const skill of learnt.skills) await expect(region).toContainText(skill)
  for (const { title, task } of learnt.projects) {
    await expect(region.getByText(task)).toBeHidden()
    await region.getByText(title, { exact: true }).click()
    await expect(region.getByText(task)).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/verification')
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(learntRegion(page)).toContainText('Frontend Web Development')
  await expect(holderRegion(page)).toBeVisible()
  await holderRegion(page).getByRole('heading').click()
  await expectNoSidewaysScroll(page)
})

test("an address is compared with the holder's by keyboard, and goes nowhere", async ({
  page,
  site,
}) => {
  const hashed = await hashAddress(address, 'a salt of this certificate')
  await visit(page, (await issueCertificate(site.url, id, { address: hashed })).answer)
  await holderRegion(page).locator('summary').press('Enter')
  const input = holderRegion(page).getByRole('textbox', { name: 'Email address' })
  await expect(input).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sent = watchRequests(page)
  const answer = holderRegion(page).getByRole('status')
  await expect(answer).toBeEmpty()
  await input.fill(` ${address.toUpperCase()} `)
  await page.keyboard.press('Enter')
  await expect(answer).toContainText('Yes, this is the email address')
  await page.keyboard.press('Backspace')
  await expect(answer).toBeEmpty()
  await input.fill('asha@example.com')
  await page.keyboard.press('Enter')
  await expect(answer).toContainText('It can still be the same person')
  await input.fill('asha')
  await page.keyboard.press('Enter')
  await expect(answer).toBeEmpty()
  await expect(input).toBeFocused()
  await expect(input).toHaveAccessibleDescription(/Please type an email address/)
  await expectAccessible(page)
  expect(sent).toEqual([])
  expect(page.url()).toBe(`${site.url}/verify/${id}`)
})

/** A certificate that says what the catalogue's first internship teaches, and hashes an address. */
async function issueWithLearnt(siteUrl: string) {
  const learnt = readProgrammes(siteUrl).find(({ id: number }) => number === 1)?.learnt
  if (!learnt) throw new Error('The catalogue has no first internship.')
  const hashed = await hashAddress(address, 'a salt of this certificate')
  return { issued: await issueCertificate(siteUrl, id, { learnt, address: hashed }), learnt }
}

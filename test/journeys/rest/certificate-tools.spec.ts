import type { Page } from '@playwright/test'
import { readProgrammes } from '@naic/house/programmes.ts'
import { hashAddress } from '@naic/ledger/format/hash-address.ts'
import { holder, issueCertificate } from '#support/issue-certificate.ts'
import { printedTexts } from '#support/printed-sheets.ts'
import { choose, file, id, publish, readCode, summary, test, visit } from '../certificate-page.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, watchRequests } from '../site-test.ts'

const address = 'asha.sample@example.com'
const learntRegion = (page: Page) => page.getByRole('region', { name: 'What was learnt' })
const holderRegion = (page: Page) => page.getByRole('region', { name: 'Is this the holder?' })

test('it prints on one sheet whatever it says, with its code', async ({ page, site, issued }) => {
  const words = (most: number) => 'Wilhelmina Venkatanarasimha '.repeat(9).slice(0, most).trim()
  const longest = { holder: words(200), domain: words(100), duration: words(50) }
  const days = { startedOn: '2025-05-05', endedOn: '2025-06-27' }
  const given = { ...days, hours: 120, credits: 2.5, college: words(200) }
  const card = page.getByRole('article')
  for (const each of [longest, given]) {
    await visit(page, (await issueCertificate(site.url, id, each)).answer)
    await expectNoSidewaysScroll(page)
    expect(await printedTexts(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1)
  }
  for (const value of ['5 May 2025', '27 June 2025', '120', '2.5', given.college])
    await expect(card.getByRole('definition').filter({ hasText: value }).first()).toBeVisible()
  await visit(page, issued.answer)
  for (const format of ['A4', 'Letter'])
    expect(await printedTexts(await page.pdf({ format }))).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  for (const role of ['button', 'link'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Certificate Security Features' })).toBeHidden()
  expect(await readCode(page)).toBe(`${site.url}/verify/${id}`)
})

test('it can be printed, downloaded and shared', async ({ page, context, issued, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await visit(page, issued.answer)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const live = page.getByRole('main').locator('[role=status], [role=alert], [aria-live]')
  await expect(live).toHaveCount(1)
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.getByText('More files').click()
  for (const [name, download] of [
    ['Download PDF', `${id}.pdf`],
    ['Download badge picture', `${id}.badge.png`],
    ['Download credential', `${id}.json`],
    ['Download list proof', `${id}.tlog-proof`],
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
  expect(message).toContain(`You can check my certificate here: ${values.certUrl}`)
  await page.getByText('Copy the values').click()
  await page.getByRole('button', { name: 'Copy Credential URL' }).click()
  const told = page.getByRole('region', { name: 'Notifications' })
  await expect(told).toHaveText('Credential URL copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(values.certUrl)
})

test('skills and projects are shown as signed, also of a file', async ({ page, site }) => {
  const learnt = readProgrammes(site.url).find(({ id: number }) => number === 1)?.learnt
  if (!learnt) throw new Error('The catalogue has no first internship.')
  const hashed = await hashAddress(address, 'a salt of this certificate')
  const issued = await issueCertificate(site.url, id, { learnt, address: hashed })
  await publish(page, issued)
  await page.goto(`/verify/${id}`)
  await expect(summary(page)).toContainText(holder)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_300)
  const region = learntRegion(page)
  await expect(region).toContainText('Internship: Frontend Web Development')
  await region.getByRole('heading', { name: 'What was learnt' }).click()
  for (const skill of learnt.skills) await expect(region).toContainText(skill)
  const [{ title = '', task = '' } = {}] = learnt.projects
  await expect(region.getByText(task)).toBeHidden()
  await region.getByText(title, { exact: true }).click()
  await expect(region.getByText(task)).toBeVisible()
  // With all that it can say unfolded.
  await page
    .locator('main details')
    .evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/verification')
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(learntRegion(page)).toContainText('Frontend Web Development')
  await expect(holderRegion(page)).toBeVisible()
})

test('an address is compared by keyboard, and goes nowhere', async ({ page, site }) => {
  const hashed = await hashAddress(address, 'a salt of this certificate')
  await visit(page, (await issueCertificate(site.url, id, { address: hashed })).answer)
  await holderRegion(page).locator('summary').press('Enter')
  const input = holderRegion(page).getByRole('textbox', { name: 'Email address' })
  await expect(input).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Certificate Security Features' })).toBeVisible()
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
  expect(sent).toEqual([])
  expect(page.url()).toBe(`${site.url}/verify/${id}`)
})

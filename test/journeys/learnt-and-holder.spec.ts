import type { Page } from '@playwright/test'
import { issueWithLearnt } from '../support/issue-with-learnt.ts'
import {
  answerWith,
  choose,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  file,
  id,
  publish,
  test,
} from './certificate-page.ts'

/** What a certificate says besides its facts: what was learnt, and whose it is. */

const address = 'asha.sample@example.com'
const learntRegion = (page: Page) => page.getByRole('region', { name: 'What was learnt' })
const holderRegion = (page: Page) => page.getByRole('region', { name: 'Is this the holder?' })

const issueWhole = (siteUrl: string) => issueWithLearnt(siteUrl, id, address)

async function type(page: Page, typed: string) {
  await holderRegion(page).getByRole('textbox', { name: 'Email address' }).fill(typed)
  await page.keyboard.press('Enter')
}

test('skills and projects are shown as they were signed', async ({ page, site }) => {
  const { issued, learnt } = await issueWhole(site.url)
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  const region = learntRegion(page)
  await expect(region).toContainText('Internship: Frontend Web Development')
  for (const skill of learnt.skills) await expect(region).toContainText(skill)
  for (const { title, task } of learnt.projects) {
    await expect(region.getByText(task)).toBeHidden()
    await region.getByText(title, { exact: true }).click()
    await expect(region.getByText(task)).toBeVisible()
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the register itself says it of a sample whose internship is certain', async ({ page }) => {
  await page.goto('/verify/NAIC25F9H4Z')
  await expect(learntRegion(page)).toContainText('Internship: Generative AI Applications')
  await page.goto('/verify/NAIC25A7K2M')
  await expect(page.getByRole('article')).toContainText('Machine Learning')
  await expect(learntRegion(page)).toHaveCount(0)
})

test('a certificate that was issued before has neither', async ({ page, issued }) => {
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  await expect(page.getByRole('region', { name: 'Certificate Security Features' })).toBeVisible()
  await expect(learntRegion(page)).toHaveCount(0)
  await expect(holderRegion(page)).toHaveCount(0)
})

test('an address is compared with the holder’s by keyboard, and goes nowhere', async ({
  page,
  site,
}) => {
  const { issued } = await issueWhole(site.url)
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`, { waitUntil: 'networkidle' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  const answer = holderRegion(page).getByRole('status')
  await expect(answer).toBeEmpty()

  await type(page, ` ${address.toUpperCase()} `)
  await expect(answer).toContainText('Yes, this is the email address')
  await expectAccessible(page)

  await page.keyboard.press('Backspace')
  await expect(answer).toBeEmpty()

  await type(page, 'asha@example.com')
  await expect(answer).toContainText('It can still be the same person')
  await expectAccessible(page)

  await type(page, 'asha')
  await expect(answer).toBeEmpty()
  const input = holderRegion(page).getByRole('textbox', { name: 'Email address' })
  await expect(input).toBeFocused()
  await expect(input).toHaveAccessibleDescription(/Please type an email address/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(sent).toEqual([])
  expect(page.url()).toBe(`${site.url}/verify/${id}`)
})

test('a file says what was learnt, and whose it is, as its page does', async ({ page, site }) => {
  const { issued } = await issueWhole(site.url)
  await publish(page, issued)
  await page.goto('/verification')
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(learntRegion(page)).toContainText('Frontend Web Development')
  await type(page, address)
  await expect(holderRegion(page).getByRole('status')).toContainText(
    'Yes, this is the email address',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

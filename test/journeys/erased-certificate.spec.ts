import type { Page } from '@playwright/test'
import type { RunningSite } from '../support/start-site.ts'
import { council, issue } from './council-beside.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test as base } from './site-test.ts'

const test = base.extend({
  complaints: async ({ complaints }, use) => {
    await use(complaints)
    // The browser's own line about the 410.
    const kept = complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))
    complaints.splice(0, complaints.length, ...kept)
  },
})

async function erase(site: RunningSite, reference: string): Promise<string> {
  const id = await issue(site, reference, 'Meera Example')
  await council(site, 'certificates', 'erase', id, '--yes')
  return id
}

async function expectErased(page: Page, id: string) {
  await expect(page.getByRole('heading', { name: 'This record was erased' })).toBeVisible()
  // By their elements: texts in a noscript are not looked through.
  const said = (await page.locator('section p:visible').allInnerTexts()).join(' ')
  expect(said).toContain(`Certificate ID: ${id}`)
  expect(said).toContain("erased at the holder's request")
  expect(await page.content()).not.toContain('Meera')
}

test('an erased certificate says so, without a name', async ({ page, site }, { project }) => {
  const id = await erase(site, `erased-${project.name}`)
  const answer = await page.goto(`/verify/${id}`)
  expect(answer?.status()).toBe(410)
  await expectErased(page, id)
  await expect(page).toHaveTitle(new RegExp(`This record was erased: certificate ${id}`))
  await expect(page.getByTestId('verdict')).toContainText('its record was erased')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Verify a file' }).click()
  await expect(page).toHaveURL(/\/verification$/)
})

test('its own file says what the log still shows, and accuses nobody', async ({
  page,
  request,
  site,
}, { project }) => {
  // Three commands beside the site.
  test.slow()
  const id = await issue(site, `erased-file-${project.name}`, 'Meera Example')
  const download = async (name: string) => {
    const answer = await request.get(`/credentials/${id}.${name}`)
    expect(answer.status()).toBe(200)
    return { name, mimeType: 'application/octet-stream', buffer: await answer.body() }
  }
  const [pdf, credential, receipt] = [
    await download('pdf'),
    await download('json'),
    await download('tlog-proof'),
  ]
  await council(site, 'certificates', 'erase', id, '--yes')
  // The log goes on.
  await issue(site, `after-erased-file-${project.name}`, 'Ravi Example')

  await page.goto('/verification')
  const field = page.getByLabel('Certificate file, and its receipt')
  const section = page.getByRole('region', { name: 'Verify a file' })
  for (const files of [[pdf], [credential, receipt]]) {
    await field.setInputFiles(files)
    await expect(section.getByText('Signed, record erased.', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Meera Example')
    await expect(
      section.getByRole('listitem').filter({ hasText: 'Could not be checked' }),
    ).toHaveCount(0)
    await expectAccessible(page)
    await field.setInputFiles([])
  }
  await field.setInputFiles([credential])
  await expect(section.getByText('Not fully checked.', { exact: true })).toBeVisible()
  await expect(section.getByText('This says nothing against the holder.').first()).toBeVisible()
  await expect(section.getByText('add the receipt').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an erased certificate says so as well', async ({ page, site }, { project }) => {
    const id = await erase(site, `erased-plainly-${project.name}`)
    await page.goto(`/verify/${id}`)
    await expectErased(page, id)
    await expectNoSidewaysScroll(page)
  })
})

import {
  choose,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  feature,
  features,
  file,
  id,
  openWithKeys,
  publish,
  test,
} from './certificate-page.ts'
import { holder } from '../support/issue-certificate.ts'

test('a downloaded credential with its receipt passes, and nothing but its ID is sent', async ({
  page,
  issued,
}) => {
  await publish(page, issued)
  // It comes by itself, a while after the page.
  const reader = page.waitForResponse('**/embedded-files*')
  await openWithKeys(page)
  await reader
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname !== '/icon.svg') sent.push(`${request.method()} ${pathname}`)
  })
  await choose(
    page,
    file(`${id}.tlog-proof`, issued.receiptFile),
    file(`${id}.json`, issued.credential),
  )
  await expect(page.getByRole('article')).toContainText(holder)
  for (const name of Object.values(features)) {
    await expect(feature(page, name)).toContainText('Passed')
  }
  expect(sent.toSorted()).toEqual([`GET /api/certificates/${id}`])
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('files can be dropped', async ({ page, issued }) => {
  await publish(page, issued)
  await page.goto('/verification')
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'certificate.json'))
    return transfer
  }, JSON.stringify(issued.credential))
  await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByRole('article')).toContainText(holder)
})

test('what came of the files comes into view, and goes with the choice', async ({
  page,
  issued,
}) => {
  await publish(page, issued)
  await page.goto('/verification')
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(
    page.getByRole('region', { name: 'Verify a file' }).getByText('Verified.').first(),
  ).toBeInViewport()
  await choose(page)
  await expect(page.getByRole('article')).toHaveCount(0)
  await choose(page, file('some.json', '{}'))
  await expect(page.getByText('Not checked.')).toBeInViewport()
})

test('a file that is dropped beside the box does not take the page away', async ({ page }) => {
  await page.goto('/verification', { waitUntil: 'networkidle' })
  const dropBeside = (kind: 'file' | 'text') =>
    page.getByRole('heading', { level: 1 }).evaluate((heading, dragged) => {
      const transfer = new DataTransfer()
      if (dragged === 'file') transfer.items.add(new File(['{}'], 'certificate.json'))
      else transfer.setData('text/plain', 'NAIC25TEST1')
      return ['dragover', 'drop'].map((type) => {
        const event = new DragEvent(type, {
          dataTransfer: transfer,
          bubbles: true,
          cancelable: true,
        })
        return !heading.dispatchEvent(event)
      })
    }, kind)
  expect(await dropBeside('file')).toEqual([true, true])
  expect(await dropBeside('text')).toEqual([false, false])
})

test('one status announces what came of the files', async ({ page, issued }) => {
  await publish(page, issued)
  await page.goto('/verification')
  const section = page.getByRole('region', { name: 'Verify a file' })
  const status = section.getByTestId('verdict')
  const region = await status.elementHandle()
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(status).toHaveText('The result of the check: Verified')
  expect(await region?.textContent()).toContain('Verified')
  await expect(
    section.locator('[role=status]:not([aria-live=off]), [aria-live=polite]'),
  ).toHaveCount(1)
})

test('offline, the signature is checked, and nothing is green but that', async ({
  page,
  context,
  issued,
}) => {
  await publish(page, issued)
  await openWithKeys(page)
  await page.unrouteAll()
  await context.setOffline(true)
  await choose(
    page,
    file(`${id}.json`, issued.credential),
    file(`${id}.tlog-proof`, issued.receiptFile),
  )
  await expect(feature(page, features.signature)).toContainText('Passed')
  for (const name of [features.log, features.id]) {
    await expect(feature(page, name)).toContainText('Could not be checked')
  }
  await expect(page.getByText('Not fully checked.', { exact: true })).toBeVisible()
  await expect(page.getByText('because this device is offline').first()).toBeVisible()
  await expect(page.getByText('Your browser could not compare this certificate')).toBeVisible()
  await expect(page.getByRole('article').getByText('Verified', { exact: true })).toHaveCount(0)
})

test('what is no certificate says so', async ({ page, issued }) => {
  await page.goto('/verification')
  for (const content of ['not JSON', '[]', '{}', 'null', 'x'.repeat(300_000)]) {
    await choose(page, file('some.json', content))
    await expect(page.getByRole('alert')).toContainText('This is not a certificate file.')
  }
  await choose(page, file('some.tlog-proof', issued.inclusion.receipt))
  await expect(page.getByRole('alert')).toContainText('We cannot check a receipt alone.')
})

import { test } from '../certificate-page.ts'
import { expect, watchRequests } from '../site-test.ts'

/** Files with IDs. How they are read, `read-ids.test.ts` holds. */

test('a chosen or dropped file gives its IDs, of which 50 are checked', async ({ page }) => {
  await page.route('**/api/certificates/*', (route) =>
    route.fulfill({ status: 404, json: { detail: '.' } }),
  )
  await page.goto('/verification/several')
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  const asked = watchRequests(page)
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Or choose a .txt or .csv file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose('book.xlsx', 'PK\u0003\u0004\0\0')
  await expect(page.getByText('We found no certificate ID in book.xlsx.')).toBeVisible()
  await choose('names.txt', 'Asha, Ravi')
  await expect(page.getByText('We found no certificate ID in names.txt.')).toBeVisible()
  const many = Array.from({ length: 53 }, (_, at) => `NAIC25${String(at).padStart(5, 'X')}`)
  await choose('list.csv', many.slice(0, 50).join('\r\n'))
  await expect(page.getByText('Added from list.csv: 50.')).toBeVisible()
  const field = page.getByLabel('Certificate IDs')
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'ids.txt', { type: 'text/plain' }))
    return transfer
  }, many.slice(50).join(' '))
  await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(field).toHaveValue(many.join('\n'))
  // Nothing of the list went out.
  expect(asked).toEqual([])
  await page.getByRole('button', { name: /^Check \d/ }).click()
  await expect(page.getByTestId('told')).toHaveText('Done. Not found: 50.')
  await expect(field).toHaveValue(many.slice(50).join('\n'))
  await expect(page.getByRole('button', { name: 'Check 3 certificates' })).toBeEnabled()
})

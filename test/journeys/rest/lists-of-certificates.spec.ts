import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { issueCertificate } from '#support/issue-certificate.ts'
import { test } from '../certificate-page.ts'
import { expect, watchRequests } from '../site-test.ts'

/** Files with IDs, and what is kept of their check. How files are read, `read-ids.test.ts` holds. */

const sample = 'NAIC25A7K2M'

test('a chosen or dropped file gives its IDs, of which the first 50 are checked; one without any says so', async ({
  page,
}) => {
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
  await expect(page.getByRole('alert')).toContainText('We could not read book.xlsx.')
  await choose('names.txt', 'Asha, Ravi')
  await expect(page.getByRole('alert')).toContainText('There is no certificate ID in names.txt.')
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
  // What checks them has been fetched, and nothing of the list went out.
  expect(asked.filter((line) => !line.startsWith('GET /assets/'))).toEqual([])
  await page.getByRole('button', { name: /^Check \d/ }).click()
  await expect(page.getByTestId('told')).toHaveText('Done. Not found: 50.')
  await expect(field).toHaveValue(many.slice(50).join('\n'))
  await page.getByText('Check the other 3').click()
  await expect(field).toBeVisible()
})

test('the results can be kept as CSV, with the time and the address of each', async ({
  page,
  site,
}) => {
  const issued = await issueCertificate(site.url, sample, { holder: '=HYPERLINK("x")' })
  await page.route(`**/api/certificates/${sample}`, (route) =>
    route.fulfill({ json: issued.answer }),
  )
  await page.goto('/verification/several')
  await page.getByLabel('Certificate IDs').fill(`${sample} NAIC25XXXXX`)
  await page.getByRole('button', { name: /^Check \d/ }).click()
  await expect(page.getByTestId('told')).toContainText('Done.')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^certificates-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(parse(text, { bom: true, columns: true })).toMatchObject([
    {
      ID: sample,
      Result: 'Verified',
      Name: `'=HYPERLINK("x")`,
      Internship: 'Web Development',
      Duration: '4 Weeks',
      'Verified on': '2025-07-02',
      'Signed on': '2025-07-02',
      Reason: '',
      'Checked at': expect.stringMatching(/\d{4}, .* IST$/),
      Page: `${site.url}/verify/${sample}`,
    },
    { ID: 'NAIC25XXXXX', Result: 'Not found', 'Verified on': '' },
  ])
})

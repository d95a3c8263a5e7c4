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
import { asFile, holder, issueCertificate } from '../support/issue-certificate.ts'

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

test('without the receipt its place is the live log’s, and offline it is asked for', async ({
  page,
  context,
  issued,
}) => {
  await publish(page, issued)
  await openWithKeys(page)
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(feature(page, features.log)).toContainText('entry 4 of 5')
  await expect(page.getByRole('article')).toContainText('Verified')
  await page.unrouteAll()
  await context.setOffline(true)
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(feature(page, features.log)).toContainText('Could not be checked')
  await expect(feature(page, features.signature)).toContainText('Passed')
  await expect(page.getByRole('article')).toContainText('Not fully checked')
  await expect(page.getByText('add the receipt (.tlog-proof) too').first()).toBeVisible()
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

test('a credential changed by one letter fails, and nothing of it is shown', async ({
  page,
  issued,
}) => {
  await publish(page, issued)
  await page.goto('/verification')
  await choose(
    page,
    file(`${id}.json`, JSON.stringify(issued.credential).replace('Asha S', 'Usha S')),
    file(`${id}.tlog-proof`, issued.receiptFile),
  )
  await expect(page.getByText('Signature check failed.', { exact: true })).toBeVisible()
  await expect(feature(page, features.signature)).toContainText('Failed')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('Sample')
})

test('a signed file that is no certificate is called that, and is not chosen over one', async ({
  page,
  issued,
}) => {
  await publish(page, issued)
  await page.goto('/verification')
  const list = file('status.json', issued.answer.statusList)
  await choose(page, list)
  await expect(page.getByRole('alert')).toContainText('not one of our certificates')
  await expect(page.getByText('Signature check failed')).toHaveCount(0)
  await choose(page, list, file(`${id}.json`, issued.credential))
  await expect(page.getByRole('article')).toContainText(holder)
})

test('a receipt must bring along the entry of this certificate', async ({ page, issued }) => {
  await publish(page, issued)
  await page.goto('/verification')
  const { entry, receipt } = issued.inclusion
  const withEntry = (stated: object) =>
    receipt.replace('\n', `\nextra ${asFile(JSON.stringify(stated)).toString('base64')}\n`)
  for (const [text, outcome] of [
    [withEntry(entry), 'Passed'],
    [withEntry({ ...entry, h: 'a'.repeat(64) }), 'Failed'],
    // The entry may come from the live log instead.
    [receipt, 'Passed'],
    [receipt.replace('index 3', 'index 2'), 'Failed'],
    [withEntry(entry).replaceAll('\n', '\r\n'), 'Passed'],
  ] as const) {
    await choose(page, file(`${id}.json`, issued.credential), file(`${id}.tlog-proof`, text))
    await expect(feature(page, features.log)).toContainText(outcome)
  }
})

test('of several receipts the right one counts, and several certificates are not checked', async ({
  page,
  issued,
}) => {
  await publish(page, issued)
  await page.goto('/verification')
  const other = await issueCertificate('https://other.example', 'NAIC25OTHER')
  const right = file(`${id}.json`, issued.credential)
  await choose(
    page,
    file('other.tlog-proof', other.receiptFile),
    right,
    file(`${id}.tlog-proof`, issued.receiptFile),
  )
  await expect(feature(page, features.log)).toContainText('Passed')
  await choose(page, right, file('other.json', other.credential))
  await expect(page.getByText('There is more than one certificate here.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('keys that came after the page was opened count', async ({ page, issued }) => {
  const before = await issueCertificate(new URL(issued.credential.id).origin)
  await page.route('**/.well-known/did.json', (route) => route.fulfill({ json: before.did }))
  await page.route('**/log/keys', (route) => route.fulfill({ json: { keys: before.keys } }))
  await openWithKeys(page)
  await publish(page, issued)
  await choose(
    page,
    file(`${id}.json`, issued.credential),
    file(`${id}.tlog-proof`, issued.receiptFile),
  )
  await expect(page.getByRole('article')).toContainText(holder)
})

test('a receipt that is malformed confirms nothing', async ({ page, issued }) => {
  await publish(page, issued)
  await page.goto('/verification')
  const malformed = issued.inclusion.receipt.replace('\n', '\nextra no-base64\n')
  await choose(page, file(`${id}.json`, issued.credential), file(`${id}.tlog-proof`, malformed))
  await expect(feature(page, features.signature)).toContainText('Passed')
  await expect(feature(page, features.log)).toContainText('Failed')
})

test('a certificate that nobody can have signed fails, with a receipt as without', async ({
  page,
  issued,
}) => {
  await publish(page, issued)
  await page.goto('/verification')
  for (const change of [{ proof: null }, { name: '\ud800' }]) {
    await choose(
      page,
      file(`${id}.json`, { ...issued.credential, ...change }),
      file(`${id}.tlog-proof`, issued.receiptFile),
    )
    await expect(page.getByText('Signature check failed.', { exact: true })).toBeVisible()
    await choose(page, file('other.json', '{}'))
    await expect(page.getByText('This is not a certificate file.')).toBeVisible()
  }
})

test('a revoked one is revoked, by what the site says today', async ({ page, issued }) => {
  const statusList = await issued.statusList({ revoked: true })
  await publish(page, issued, {
    ...issued.answer,
    statusList,
    revocation: issued.revocation,
  })
  await page.goto('/verification')
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(page.getByText('Withdrawn.', { exact: true })).toBeVisible()
  await expect(page.getByText('Withdrawn on August 15, 2025')).toBeVisible()
  await expect(page.getByRole('article')).not.toContainText('Verified')
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

test('offline, a certificate by a key that came later is neither right nor wrong', async ({
  page,
  context,
  issued,
  site,
}) => {
  const before = await issueCertificate(site.url, id)
  const earlier = JSON.parse(JSON.stringify(before.did).replaceAll('-2025', '-2024')) as object
  await page.route('**/.well-known/did.json', (route) => route.fulfill({ json: earlier }))
  await page.route('**/log/keys', (route) => route.fulfill({ json: { keys: before.keys } }))
  await openWithKeys(page)
  await page.unrouteAll()
  await context.setOffline(true)
  await choose(
    page,
    file(`${id}.json`, issued.credential),
    file(`${id}.tlog-proof`, issued.receiptFile),
  )
  await expect(page.getByText('Could not be checked.', { exact: true })).toBeVisible()
  await expect(page.getByText('Signature check failed')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('Passed')).toHaveCount(0)
})

test('without the keys nothing is known, and they are asked for again', async ({
  page,
  issued,
}) => {
  await page.route('**/.well-known/did.json', (route) => route.abort())
  const asked = page.waitForRequest('**/.well-known/did.json')
  await page.goto('/verification')
  await asked
  await choose(page, file(`${id}.json`, issued.credential))
  for (const name of Object.values(features)) {
    await expect(feature(page, name)).toContainText('Could not be checked')
  }
  await expect(page.getByText('Passed')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await publish(page, issued)
  await choose(page, file(`${id}.json`, issued.credential))
  await expect(page.getByRole('article')).toContainText(holder)
})

test('what is no text where a text belongs ends in a sentence', async ({ page, issued }) => {
  await publish(page, issued)
  await page.goto('/verification')
  const noText = { toString: 1, valueOf: 1 }
  const { credentialSubject, credentialStatus } = issued.credential
  for (const change of [
    { credentialSubject: { ...credentialSubject, licenseNumber: noText } },
    { credentialStatus: { ...credentialStatus, statusListCredential: noText } },
  ]) {
    await choose(page, file(`${id}.json`, { ...issued.credential, ...change }))
    await expect(page.getByText('Signature check failed.', { exact: true })).toBeVisible()
    await choose(page)
    await expect(page.getByText('Signature check failed.', { exact: true })).toHaveCount(0)
  }
})

test('a name twice in a file is refused, and the same certificate twice is one', async ({
  page,
  issued,
}) => {
  await publish(page, issued)
  await page.goto('/verification')
  const text = JSON.stringify(issued.credential)
  const twice = text.replace('"identityHash"', '"identityHash":"Mallory","identityHash"')
  await choose(page, file(`${id}.json`, twice))
  await expect(page.getByRole('alert')).toContainText('This is not a certificate file.')
  const pretty = JSON.stringify(issued.credential, null, 2)
  await choose(page, file(`${id}.json`, text), file('pretty.json', pretty))
  await expect(page.getByRole('article')).toContainText(holder)
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

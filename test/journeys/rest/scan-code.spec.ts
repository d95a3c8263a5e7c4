import type { Page } from '@playwright/test'
import { holder } from '#support/issue-certificate.ts'
import { answerWith, id, summary, test } from '../certificate-page.ts'
import { expect, expectAccessible, watchRequests } from '../site-test.ts'

/** The QR code of a certificate, read by the camera. This browser has neither, so both are stand-ins. */

const scan = (page: Page) => page.getByRole('button', { name: 'Scan QR code' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan the QR code' })
const isFilming = (page: Page) => page.evaluate(() => document.documentElement.dataset['filming'])

/** @param seen what the codes say that the camera sees, one after the other; the last one stays. */
async function giveCamera(page: Page, seen: readonly string[], isAllowed = true) {
  await page.addInitScript(
    ({ texts, allowed }) => {
      let at = 0
      const detector = class {
        static getSupportedFormats = () => Promise.resolve(['qr_code'])
        detect = () => Promise.resolve([{ rawValue: texts[Math.min(at++, texts.length - 1)] }])
      }
      Object.assign(window, { BarcodeDetector: detector })
      const { dataset } = document.documentElement ?? {}
      navigator.mediaDevices.getUserMedia = () => {
        if (!allowed) return Promise.reject(new DOMException('', 'NotAllowedError'))
        const canvas = document.createElement('canvas')
        canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
        const stream = canvas.captureStream()
        const [track] = stream.getTracks()
        const shown = dataset ?? document.documentElement.dataset
        shown['filming'] = 'yes'
        if (track) {
          const stop = track.stop.bind(track)
          track.stop = () => {
            shown['filming'] = 'no'
            stop()
          }
        }
        return Promise.resolve(stream)
      }
    },
    { texts: seen, allowed: isAllowed },
  )
}

test('only the page that scans may use the camera, and only itself', async ({ request }) => {
  for (const [path, camera] of [
    ['/verification', 'camera=(self)'],
    ['/verification?id=%3F', 'camera=(self)'],
    ['/', 'camera=()'],
    [`/verify/${id}`, 'camera=()'],
    ['/api/certificates/NAIC25A7K2M', 'camera=()'],
  ] as const) {
    const { 'permissions-policy': policy } = (await request.get(path)).headers()
    expect(policy, path).toBe(`${camera}, geolocation=(), microphone=(), payment=()`)
  }
})

test('a browser that cannot read codes has no button for it', async ({ page }) => {
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await expect(scan(page)).toHaveCount(0)
})

test('the code of a certificate opens it, any other code says so, and nothing is loaded before', async ({
  page,
  site,
  issued,
}) => {
  await answerWith(page, issued.answer)
  await giveCamera(page, [
    ...Array.from({ length: 9 }, () => `https://evil.example/verify/${id}`),
    `${site.url}/verify/${id}`,
  ])
  const asked = watchRequests(page)
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await expect(scan(page)).toBeVisible()
  expect(asked.filter((line) => line.includes('code-scanner'))).toEqual([])
  expect(await isFilming(page)).toBeUndefined()
  await scan(page).click()
  await expect(dialog(page)).toContainText('This is not the code of one of our certificates.')
  expect(await isFilming(page)).toBe('yes')
  await expect(page).toHaveURL(`/verify/${id}`)
  await expect(summary(page)).toHaveText(`Verified: ${holder}`)
  expect(await isFilming(page)).toBe('no')
})

test('it can be closed, which ends the camera and gives the focus back, and one that is refused says what to do', async ({
  page,
}) => {
  await giveCamera(page, ['https://evil.example/'])
  await page.goto('/verification')
  await scan(page).press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => isFilming(page)).toBe('yes')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(scan(page)).toBeFocused()
  expect(await isFilming(page)).toBe('no')

  await giveCamera(page, [''], false)
  await page.reload()
  await scan(page).click()
  await expect(dialog(page)).toContainText('This page could not use the camera.')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('a visit that began elsewhere may not film, so the page is loaded again and goes on', async ({
  page,
}) => {
  await giveCamera(page, ['https://evil.example/'])
  await page.goto('/')
  await page.getByRole('link', { name: 'Verify Certificate' }).first().click()
  await scan(page).click()
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL('/verification')
  await page.reload()
  await expect(scan(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

import type { Browser, Page } from '@playwright/test'
import { renderSVG } from 'uqr'
import { RunningSite } from '#support/start-site.ts'
import { choose, file } from '../certificate-page.ts'
import {
  desktopOnly,
  expect,
  expectNoSidewaysScroll,
  openAlive,
  test,
  watchRequests,
  failedLoads,
} from '../site-test.ts'

/** A photo of a certificate leads to its result: it is drawn as printed, then as a hand holds a phone. */

const sample = 'NAIC25A7K2M'

type Shot = {
  style?: string
  width?: number
  of?: [number, number]
  quality?: number
  over?: string
}

const tilt = (x: number, y: number, turn = 0) =>
  `transform: perspective(1600px) rotateX(${x}deg) rotateY(${y}deg) rotate(${turn}deg)`
/** One of each kind, by what was done to it. Widths in pixels; of 1200 x 1600 unless said; JPEG 40. */
const shots: Record<string, Shot> = {
  'laid flat': {},
  turned: { style: 'transform: rotate(30deg)', width: 900 },
  'upside down': { style: 'transform: rotate(180deg)', width: 900 },
  'tilted both ways': { style: tilt(30, 15) },
  blurred: { style: 'filter: blur(1px)' },
  'in more dark': { style: 'filter: brightness(.3)' },
  pale: { style: 'filter: contrast(.5) brightness(1.1)' },
  yellowed: { style: 'filter: sepia(.7) brightness(.8)' },
  'dark and tilted': { style: `filter: brightness(.4) contrast(.7); ${tilt(18, -15, 8)}` },
  'far away': { width: 700 },
  'a screenshot that WhatsApp sent': { of: [720, 1280], width: 690 },
  'in a shadow': { over: 'linear-gradient(110deg, transparent 40%, #000a 60%, transparent 90%)' },
  'of twelve megapixels': { of: [3000, 4000], width: 2300, quality: 50, style: tilt(0, 20, -9) },
  'near the code': { style: 'transform: scale(3); transform-origin: 90% 85%' },
}

async function print(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage({
    viewport: { width: 1123, height: 794 },
    deviceScaleFactor: 2,
  })
  await page.emulateMedia({ media: 'print' })
  await page.goto(address)
  await expect(page.getByRole('article')).toBeVisible()
  const picture = await page.getByRole('article').screenshot()
  await page.close()
  return `data:image/png;base64,${picture.toString('base64')}`
}

async function photograph(table: Page, picture: string, shot: Shot): Promise<Buffer> {
  const { style = '', width = 1000, of: [across, down] = [1200, 1600], quality = 40, over } = shot
  await table.setViewportSize({ width: across, height: down })
  await table.setContent(
    `<body style="margin:0; height:100vh; overflow:hidden; display:grid; place-items:center; background:#8a7458">
      <img src="${picture}" style="width:${width}px; ${style}">
      ${over ? `<div style="position:absolute; inset:0; background:${over}"></div>` : ''}
    </body>`,
  )
  return table.screenshot({ type: 'jpeg', quality })
}

test('a photo leads to its certificate', desktopOnly, async ({ page, browser }) => {
  // Not every code is as easy to read: with a port it would be another each time.
  await using site = await RunningSite.start({ SITE_URL: 'http://naic.localhost' })
  const its = `${site.url}/verify/${sample}`
  const picture = await print(browser, its)
  const table = await browser.newPage()
  await openAlive(page, `${site.url}/verification`)
  // The browser stays where it is, so that the next can be chosen.
  await page.route(its, (route) => route.fulfill({ status: 204 }))
  const [alert, led] = [page.getByRole('alert'), page.getByRole('link', { name: 'The code says' })]
  for (const [name, shot] of Object.entries(shots)) {
    await choose(page, file(`${name}.jpg`, await photograph(table, picture, shot)))
    await expect(page.getByText(`${name}.jpg`), name).toBeVisible()
    await expect(led, name).toHaveText(new RegExp(` ${sample}\\.`))
  }
  await expect(alert).toHaveCount(0)
  await choose(
    page,
    file('blurred.jpg', await photograph(table, picture, { style: 'filter: blur(4px)' })),
  )
  await expect(alert).toContainText('take the photo again')

  await page.unroute(its)
  await choose(page, file('photo.jpg', await photograph(table, picture, {})))
  await expect(page).toHaveURL(its)
  await expect(page.getByRole('heading', { level: 1, name: 'Verified' })).toBeVisible()
  await table.close()
})

test('a code of others proves nothing, and sends nothing', async ({ page, browser }) => {
  const table = await browser.newPage()
  const codeOf = async (text: string) => {
    const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`
    return file('code.jpg', await photograph(table, picture, { width: 400 }))
  }
  await openAlive(page, '/verification')
  await page.getByLabel('Certificate PDF, picture or file').focus()
  const sent = watchRequests(page)
  for (const other of [
    'https://naic.example.net/verify/NAIC25A7K2M',
    'NAIC25A7K2M',
    'WIFI:S:home',
  ]) {
    await choose(page, await codeOf(other))
    await expect(page.getByRole('alert')).toContainText(
      `says ${other}. That is not an address of ours`,
    )
  }
  const endless = `https://naic.example.net/${'a'.repeat(200)}`
  await choose(page, await codeOf(endless))
  await expect(page.getByRole('alert')).toContainText(`says ${endless.slice(0, 100)}. That`)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  expect(sent.filter((one) => !/did\.json|log\/keys|assets/.test(one))).toEqual([])
  await table.close()
})

/** Where a code of ours leads from each page that is about something else. */
const elsewhere = {
  '/': `/verify/${sample}`,
  '/hi': `/hi/verification?id=${sample}`,
  '/hi/verification': `/hi/verification?id=${sample}`,
}

test('home and Hindi pages take photos as well', desktopOnly, async ({ page, browser, site }) => {
  const picture = await print(browser, `${site.url}/verify/${sample}`)
  const table = await browser.newPage()
  const photo = (await photograph(table, picture, {})).toString('base64')
  await table.close()
  /** What a browser tells the page when somebody pastes or drops the photo anywhere on it. */
  const give = (kind: 'paste' | 'drop') =>
    page.evaluate(
      ([type, data]) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0)
        const carried = new DataTransfer()
        carried.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
        const event =
          type === 'paste'
            ? new ClipboardEvent(type, { clipboardData: carried, bubbles: true })
            : new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true })
        document.body.dispatchEvent(event)
      },
      [kind, photo] as const,
    )
  const field = page.locator('input[type=file]')
  for (const [path, leads] of Object.entries(elsewhere)) {
    for (const way of ['choose', 'paste', 'drop'] as const) {
      await openAlive(page, path)
      if (way === 'choose')
        await field.setInputFiles(file('photo.jpg', Buffer.from(photo, 'base64')))
      else await give(way)
      await expect(page, `${way} on ${path}`).toHaveURL(leads)
    }
    await openAlive(page, path)
    await field.setInputFiles(file('notes.txt', Buffer.from('Notes')))
    await expect(page.getByRole('alert')).toHaveText(path === '/' ? /^Could/ : /^जाँच नहीं हो सकी/)
  }
  await page.goto(elsewhere['/hi'])
  await expect(page.getByText('Asha Example')).toBeVisible()

  await page.goto('/')
  await page.getByLabel('Check a certificate').fill(`${site.url}/verify/${sample}`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page).toHaveURL(`/verify/${sample}`)
})

test.describe('without what checks files', () => {
  test.use({ forgiven: failedLoads })

  test('what checks a file did not come: that is said in its place', async ({ page }) => {
    await openAlive(page, '/verification')
    await page.route('**/assets/checked-file*', (route) => route.abort())
    await choose(page, file('notes.txt', Buffer.from('Notes')))
    const said = 'Could not be checked. We could not load the part of this page that checks files.'
    await expect(page.getByText(said)).toHaveCount(2)
    await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(1)
  })
})

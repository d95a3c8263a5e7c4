import { type Browser, chromium, type Page } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** 700 kbit/s, 300 ms to the server, a sixth of this machine's processor. */
const line = { latency: 300, downloadThroughput: 87_500, uploadThroughput: 87_500 }
const slower = 6

/** The one that the journeys run in. */
export const openBrowser = (): Promise<Browser> => chromium.launch(journeys.use?.launchOptions)

/** A phone that has nothing of any site yet; on a good line. */
export async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'block',
  })
  return context.newPage()
}

export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

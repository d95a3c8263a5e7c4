import { defineConfig } from '@playwright/test'
import { findChromium } from '@naic/test/support/find-chromium.ts'

const { executablePath, env } = await findChromium()

// This file is read by each worker too, which has a number.
if (process.env['CHROMIUM_PATH'] && process.env['TEST_WORKER_INDEX'] === undefined) {
  console.log(`Browser: ${executablePath}, as CHROMIUM_PATH says, not the one that npm brought.`)
}

/**
 * Journeys through the built site, in a real browser. `npm run build` comes first. `npm test` runs those
 * in `main/`, which hold the main ways; `npm run test:rigs` the rest.
 */
export default defineConfig({
  testDir: 'test/journeys',
  fullyParallel: true,
  workers: 2,
  maxFailures: 10,
  forbidOnly: true,
  // What fails once is at fault: either the test or the site.
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
    // Without a worker, as at a first visit; kept-pages.spec.ts has one.
    serviceWorkers: 'block',
  },
  // A journey runs on the phone, unless it says otherwise (test/journeys/site-test.ts).
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
    { name: 'desktop', grep: /@desktop|@both/, use: { viewport: { width: 1280, height: 900 } } },
  ],
})

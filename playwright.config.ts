import { defineConfig } from '@playwright/test'
import { findChromium } from '@naic/test/support/find-chromium.ts'

const { executablePath, env } = await findChromium()

/** Journeys through the built site, in a real browser. `npm run build` comes first. */
export default defineConfig({
  testDir: 'test/journeys',
  fullyParallel: true,
  workers: 2,
  maxFailures: 10,
  forbidOnly: true,
  // A busy machine may stand still for seconds. What fails twice is at fault; what fails once is
  // named in the report as flaky, with a trace of its second run.
  retries: 1,
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
    trace: 'on-first-retry',
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

import type { Page } from '@playwright/test'
import { allPaths } from '#support/all-paths.ts'
import { internshipPaths } from '#support/internships.ts'
import {
  answerForms,
  applied,
  errorSummary,
  fillApplication,
  fillMessage,
  messageSent,
  submitButton,
} from '../filled-forms.ts'
import {
  brokenWords,
  collidingTexts,
  cutOff,
  hiddenWhileFocused,
  shareOfBars,
  sidewaysScroll,
  smallTargets,
} from '../layout-faults.ts'
import {
  expect,
  expectAccessible,
  setLetterSize,
  test,
  failedLoads,
  notFoundLogged,
} from '../site-test.ts'

/** What holds for every page alike; what each page says is in its own journey. */

// What a page does that its own policy forbids is on the console too, and not forgiven.
test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

type View = { name: string; open: (page: Page) => Promise<unknown> }

const atPath = (path: string): View => ({
  name: path,
  async open(page) {
    await page.goto(path)
    // The check takes its time on purpose.
    if (path.startsWith('/verify/'))
      await expect(page.getByText(/^(Verified on \w|No certificate found)/)).toBeVisible()
  },
})

async function sendApplication(page: Page) {
  await answerForms(page, 201, { id: '7f3k92qd-0000-4000-8000-000000000000' })
  await page.goto('/apply?internship=4')
  await fillApplication(page)
  await submitButton(page).press('Enter')
  await expect(applied(page)).toBeFocused()
}

async function sendNothing(page: Page, path: string) {
  await page.goto(path)
  await submitButton(page).press('Enter')
  await expect(errorSummary(page)).toBeFocused()
}

async function sendMessage(page: Page, status: number) {
  await answerForms(page, status, { id: '7f3k92qd', detail: 'Please try again.' })
  await page.goto('/contact')
  await fillMessage(page)
  await submitButton(page).press('Enter')
  const outcome = status === 201 ? messageSent(page) : page.getByText('Your message was not sent.')
  await expect(outcome).toBeVisible()
}

/** Internships share one page: the first, one of eight weeks, and the one with the longest words. */
const someInternships = new Set(['/internships/1', '/internships/3', '/internships/12'])

/** Everything that a visitor may see. */
const views: View[] = [
  ...allPaths
    .filter((path) => !internshipPaths.includes(path) || someInternships.has(path))
    .map(atPath),
  {
    name: 'the application form with every error',
    open: (page) => sendNothing(page, '/apply?internship=4'),
  },
  { name: 'the contact form with every error', open: (page) => sendNothing(page, '/contact') },
  { name: 'an application that was sent', open: sendApplication },
  { name: 'a message that was sent', open: (page) => sendMessage(page, 201) },
  { name: 'a message that could not be sent', open: (page) => sendMessage(page, 503) },
]

type Faults = (page: Page) => Promise<string[]>

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 900 }
/** The desktop's window zoomed to 200 % and to 400 %. */
const zoomedTwice = { width: 640, height: 450 }
const zoomedFourfold = { width: 320, height: 225 }

const misfits: Faults = async (page) => {
  const over = await sidewaysScroll(page)
  return [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...(await cutOff(page)).map((what) => `cut off: ${what}`),
    ...(await collidingTexts(page)),
    ...(await brokenWords(page)).map((word) => `broken: ${word}`),
  ]
}

/** With the distances of WCAG 1.4.12, which some readers set for themselves. */
const misfitsSpaced: Faults = async (page) => {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }
    `)
    document.adoptedStyleSheets = [sheet]
  })
  const found = (await misfits(page)).filter((fault) => !fault.startsWith('broken'))
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  return found
}

const withLetters =
  (px: number): Faults =>
  async (page) => {
    await setLetterSize(page, px)
    const found = await misfits(page)
    await setLetterSize(page, 16)
    return found.map((fault) => `letters of ${px} px: ${fault}`)
  }

const hidden: Faults = async (page) =>
  (await hiddenWhileFocused(page)).map((what) => `hidden while it has the focus: ${what}`)

const bars: Faults = async (page) => {
  const share = await shareOfBars(page)
  return share > 0.25 ? [`bars take ${Math.round(share * 100)} % of the height`] : []
}

const headings: Faults = async (page) => {
  const levels = await page
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))))
  const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  return skips.map((level) => `a heading of level ${level} comes too early`)
}

/** Everything that is measured in one size of window: a page is loaded once for all. */
const measures = [
  {
    window: phone,
    rules: [
      headings,
      smallTargets,
      hidden,
      misfits,
      misfitsSpaced,
      withLetters(20),
      withLetters(32),
    ],
  },
  { window: { width: 320, height: 640 }, rules: [misfits] },
  { window: zoomedFourfold, rules: [misfits, bars, hidden] },
  { window: zoomedTwice, rules: [misfits, hidden] },
  { window: desktop, rules: [misfits, misfitsSpaced, hidden] },
]

/** Their contents change most in a wide window, and the last one measured is the desktop's. */
const otherOnDesktops = new Set([
  '/',
  '/internships',
  '/internships/3',
  '/apply',
  '/verify/NAIC25A7K2M',
])

for (const { name, open } of views) {
  test(`${name} fits every window and size of letters, and is accessible`, async ({ page }) => {
    await open(page)
    await expect(page).toHaveTitle(/NAIC|National Academic Internship Council/)
    await expect(page.locator('main')).toHaveCount(1)
    await expect(page.locator('h1').filter({ visible: true })).toHaveCount(1)
    await expectAccessible(page)
    const found: string[] = []
    for (const { window, rules } of measures) {
      await page.setViewportSize(window)
      for (const rule of rules) {
        const faults = await rule(page)
        found.push(...faults.map((fault) => `${window.width} x ${window.height}: ${fault}`))
      }
    }
    expect(found).toEqual([])
    if (otherOnDesktops.has(name)) await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
}

test('the open menu fits small windows and large letters, and its links are large enough', async ({
  page,
}) => {
  for (const [window, px] of [
    [phone, 16],
    [{ width: 320, height: 640 }, 16],
    [zoomedFourfold, 16],
    [phone, 20],
    [phone, 32],
  ] as const) {
    await page.setViewportSize(window)
    await page.goto('/about')
    await setLetterSize(page, px)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
    await expect(last).toBeVisible()
    expect([...(await misfits(page)), ...(await smallTargets(page))]).toEqual([])
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 0.9 })
  }
})

/** Enlarges letters as some browsers do: media queries do not learn of it. */
const enlarge = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)

for (const path of ['/', '/internships', '/internships/4']) {
  test(`the bars of ${path} take at most a quarter of any window`, async ({ page }) => {
    await page.goto(path)
    for (const px of [16, 32]) {
      await enlarge(page, 100)
      await setLetterSize(page, px)
      for (const window of [
        phone,
        { width: 360, height: 440 },
        { width: 768, height: 1024 },
        zoomedFourfold,
      ]) {
        await page.setViewportSize(window)
        for (const percent of [100, 130, 200]) {
          await enlarge(page, percent)
          expect(await bars(page), `${window.height} px, ${px} px, ${percent} %`).toEqual([])
        }
      }
    }
  })
}

test('the labels of the search leave room for what is typed, however large the letters', async ({
  page,
}) => {
  await page.goto('/internships')
  for (const px of [16, 32]) {
    await enlarge(page, 100)
    await setLetterSize(page, px)
    for (const percent of [100, 130, 200]) {
      await enlarge(page, percent)
      for (const label of ['Title, topic or category', 'Filter by category']) {
        const room = await page.getByLabel(label).evaluate((control: HTMLInputElement) => {
          const style = getComputedStyle(control)
          const [top, bottom, letters] = [
            style.paddingTop,
            style.paddingBottom,
            style.fontSize,
          ].map(Number.parseFloat) as [number, number, number]
          const labelEnd = control.labels?.[0]?.getBoundingClientRect().bottom ?? Infinity
          const below = control.getBoundingClientRect().top + top + 1 - labelEnd
          return Math.min(below, control.clientHeight - top - bottom - letters)
        })
        expect(room, `${label}, ${px} px, ${percent} %`).toBeGreaterThanOrEqual(0)
      }
    }
  }
})

test('the bar of an internship is one line on a phone', async ({ page }) => {
  await page.goto('/internships/4')
  const bar = page.locator('.bottom-bar')
  for (const percent of [100, 115, 130]) {
    await enlarge(page, percent)
    await expect(bar.getByText('₹105 fee')).toBeInViewport()
    const height = await bar.evaluate((element) => element.getBoundingClientRect().height)
    expect(height, `${percent} %`).toBeLessThanOrEqual(4.125 * 16 * (percent / 100))
    expect(await sidewaysScroll(page), `${percent} %`).toBe(0)
  }
})

test('words are as wide as on phones, whatever fonts this machine has', async ({ page }) => {
  await page.goto('/about')
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    return ['Roboto', 'system-ui', 'monospace', '"DejaVu Sans"', '"Open Sans"'].map((family) => {
      pen.font = `16px ${family}`
      return pen.measureText('Home').width
    })
  })
  expect(new Set(widths).size).toBe(1)
})

for (const path of ['/', '/internships/1']) {
  test(`the sign of the rupee shows on ${path} although its font comes late`, async ({ page }) => {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    /** How much wider or narrower each ₹ of the page is than one that is set now. */
    const differences = await page
      .locator('body *:not(script, style)')
      .filter({ hasText: '₹' })
      .evaluateAll((all) =>
        all.flatMap((element) => {
          const text = [...element.childNodes].find((node) => node.nodeValue?.includes('₹'))
          if (!text || !element.checkVisibility()) return []
          const range = document.createRange()
          const at = text.nodeValue?.indexOf('₹') ?? 0
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          const set = range.getBoundingClientRect().width
          const fresh = document.createElement('span')
          fresh.textContent = '₹'
          fresh.style.position = 'absolute'
          element.append(fresh)
          const { width } = fresh.getBoundingClientRect()
          fresh.remove()
          return Math.abs(set - width)
        }),
      )
    expect(differences.length).toBeGreaterThan(1)
    expect(Math.max(...differences)).toBeLessThan(0.6)
  })
}

import type { Browser, Page, Request } from '@playwright/test'
import { bytesOf, untilPacked } from '@naic/test/support/bytes-on-the-line.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { startBrotliProxy } from '../peers/brotli-proxy.ts'
import { findNext, startNext } from '../peers/next-peer.ts'
import { inTurns, type Measure, pairsOf, type Row } from '../row.ts'
import { newPhone, openBrowser, slowDown } from '../slow-phone.ts'

const pages = ['/', '/internships', '/internships/1', '/apply', '/verify/NAIC25A7K2M']

/**
 * First visits by phone: bytes of scripts on a good line, and on a slow phone the time until something is seen
 * and until all that can be pressed on the first screen answers. All with the same brotli.
 */
export const measure: Measure = async (rounds) => {
  const found = await findNext()
  if (!found.built) return [{ what: 'first visits', because: found.because }]
  await using site = await RunningSite.start()
  await using next = await startNext(found.folder)
  using proxy = await startBrotliProxy(next.url)
  await using browser = await openBrowser()
  await untilPacked(site.url)
  const rows: Row[] = []
  for (const page of pages) {
    const [ours, theirs] = [site.url + page, proxy.url + page]
    const weights = await inTurns(
      1,
      () => weigh(browser, ours),
      () => weigh(browser, theirs),
    )
    for (const { ours: our, peer: their } of weights) expectSame(page, our, their)
    const visits = await inTurns(
      rounds,
      () => visit(browser, ours),
      () => visit(browser, theirs),
    )
    for (const [what, unit, pairs] of [
      ['first paint', 'ms', pairsOf(visits, ({ paint }) => paint)],
      ['ready', 'ms', pairsOf(visits, ({ ready }) => ready)],
      ['JavaScript', 'bytes', pairsOf(weights, ({ scripts }) => scripts)],
    ] as const) {
      rows.push({ what: `${page.replace('NAIC25A7K2M', 'ID')} ${what}`, unit, peer: 'Next', pairs })
    }
  }
  return rows
}

async function visit(browser: Browser, url: string): Promise<{ paint: number; ready: number }> {
  const page = await newPhone(browser)
  try {
    await slowDown(page)
    await page.addInitScript(markReady)
    await page.goto(url, { waitUntil: 'commit' })
    const isThere = () =>
      ['ready', 'first-contentful-paint'].every((name) => performance.getEntriesByName(name)[0])
    await page.waitForFunction(isThere, undefined, { polling: 100 }).catch((error) => {
      throw new Error(`${url} was never ready.`, { cause: error })
    })
    return await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      ready: performance.getEntriesByName('ready')[0]?.startTime ?? NaN,
    }))
  } finally {
    await page.context().close()
  }
}

/**
 * Runs in the page. A link or a form of ours is the browser's own, and a control of an island answers once the
 * island lives. React leaves its properties on what it has hydrated, and on what it has made.
 */
function markReady() {
  const isReact = (element: Element | null) =>
    element !== null && Object.keys(element).some((name) => name.startsWith('__reactProps$'))
  const answers = (control: Element) => {
    if (!document.querySelector('meta[name=generator][content^=naic]')) return isReact(control)
    const island = control.closest<HTMLElement>('[data-island]')
    return !island || 'alive' in island.dataset
  }
  const isOnFirstScreen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  const look = () => {
    const controls = [
      ...document.querySelectorAll('header a, header button, main :is(a, button, input, select)'),
    ]
    const isWaiting = (control: Element) => !answers(control) && isOnFirstScreen(control)
    const isThere = controls.length > 3 && document.querySelector('main h1') !== null
    if (isThere && !controls.some(isWaiting)) performance.mark('ready')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

type Weight = { scripts: number; words: string; height: number }

/** What a page needs itself; not what a browser that may save data does not fetch ahead. */
async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await newPhone(browser)
  try {
    await page.addInitScript(() => {
      const value = { saveData: true, effectiveType: '4g' }
      Object.defineProperty(navigator, 'connection', { value })
    })
    // Next's links fetch ahead all the same.
    await page.route('**', (route) =>
      route.request().headers()['next-router-prefetch'] ? route.abort() : route.continue(),
    )
    const requests: Request[] = []
    page.on('requestfinished', (request) => requests.push(request))
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(500)
    const scripts = requests.filter((each) => new URL(each.url()).pathname.endsWith('.js'))
    return { scripts: await bytesOf(scripts), ...(await looksOf(page)) }
  } finally {
    await page.context().close()
  }
}

const looksOf = (page: Page) =>
  page.evaluate(() => ({
    words: (document.querySelector('main')?.innerText ?? '').replaceAll(/\s+/g, ' '),
    height: document.documentElement.scrollHeight,
  }))

/** A peer that shows less would be quicker, and say nothing. */
function expectSame(page: string, ours: Weight, theirs: Weight): void {
  for (const [what, our, their] of [
    ['words', ours.words.length, theirs.words.length],
    ['height', ours.height, theirs.height],
  ] as const) {
    if (Math.abs(their / our - 1) > 0.02) {
      throw new Error(`${page} of Next: its ${what} is ${their}, ours ${our}.`)
    }
  }
}

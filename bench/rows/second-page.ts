import type { Browser, Page } from '@playwright/test'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { startBrotliProxy } from '../peers/brotli-proxy.ts'
import { findNext, startNext } from '../peers/next-peer.ts'
import { inTurns, type Measure, pairsOf, type Row } from '../row.ts'
import { newPhone, openBrowser, slowDown } from '../slow-phone.ts'

const ways = [
  ['/', '/internships'],
  ['/internships', '/internships/8'],
] as const
const moments = ['at once', 'rested'] as const
type Moment = (typeof moments)[number]

/** A finger is this long on a link. */
const holdMs = 80
const restMs = 5_000
const afterPaintMs = 200

/**
 * On a slow phone, from a press on a link until the next page's heading is painted: five seconds
 * after the page has loaded, and 200 ms after its first paint. Each time a visitor who has nothing of
 * the site yet, in a browser that has compiled nothing of it.
 */
export const measure: Measure = async (rounds) => {
  const found = await findNext()
  if (!found.built) return [{ what: 'second pages', because: found.because }]
  const site = await RunningSite.start()
  const next = await startNext(found.folder)
  const proxy = await startBrotliProxy(next.url)
  const rows: Row[] = []
  try {
    for (const [from, to] of ways) {
      for (const when of moments) {
        const changes = await inTurns(
          rounds,
          () => change(site.url, from, to, when),
          () => change(proxy.url, from, to, when),
        )
        const what = `from ${from} to ${to}, ${when}`
        rows.push({ what, unit: 'ms', peer: 'Next', pairs: pairsOf(changes, (ms) => ms) })
      }
    }
    return rows
  } finally {
    proxy.stop()
    await next.stop()
    await site.stop()
  }
}

async function change(site: string, from: string, to: string, when: Moment): Promise<number> {
  const browser = await openBrowser()
  try {
    return await changeIn(browser, `${site}${from}`, to, when)
  } finally {
    await browser.close()
  }
}

async function changeIn(browser: Browser, from: string, to: string, when: Moment): Promise<number> {
  const page = await newPhone(browser)
  await slowDown(page)
  await page.addInitScript(markPaint, to)
  if (when === 'rested') {
    await page.goto(from, { waitUntil: 'load' })
    await page.waitForTimeout(restMs)
  } else {
    await page.goto(from, { waitUntil: 'commit' })
  }
  await page.evaluate(press, { to, holdMs, afterMs: when === 'rested' ? 0 : afterPaintMs })
  return seenAfter(page)
}

/** Runs in the page, in whichever document. Marks when the heading of the next page has been painted. */
function markPaint(to: string) {
  let isMarked = false
  new MutationObserver(() => {
    // The address changes before the page does.
    const before = sessionStorage.getItem('heading')
    const heading = document.querySelector('h1')?.textContent
    if (isMarked || !before || location.pathname !== to || !heading || heading === before) return
    isMarked = true
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        sessionStorage.setItem('seen', String(performance.timeOrigin + performance.now()))
      })
      port1.start()
      port2.postMessage('after the paint')
    })
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Runs in the page. A finger on the link, and a while later off it. */
function press({ to, holdMs: held, afterMs }: { to: string; holdMs: number; afterMs: number }) {
  const touch = () => {
    const link = document.querySelector<HTMLElement>(`main a[href="${to}"]`)
    if (!link) throw new Error(`No link to ${to}.`)
    sessionStorage.setItem('heading', document.querySelector('h1')?.textContent ?? '')
    link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
    link.dispatchEvent(new TouchEvent('touchstart', { bubbles: true }))
    setTimeout(() => {
      sessionStorage.setItem('pressed', String(performance.timeOrigin + performance.now()))
      link.click()
    }, held)
  }
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    setTimeout(touch, afterMs)
  }).observe({ type: 'paint', buffered: true })
}

async function seenAfter(page: Page): Promise<number> {
  const isSeen = () => sessionStorage.getItem('seen') !== null
  await page.waitForFunction(isSeen, undefined, { polling: 100 })
  return page.evaluate(() => {
    const [seen, pressed] = ['seen', 'pressed'].map((name) => Number(sessionStorage.getItem(name)))
    return (seen ?? NaN) - (pressed ?? NaN)
  })
}

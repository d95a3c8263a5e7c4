import { RunningSite } from '@naic/test/support/start-site.ts'
import { startBrotliProxy } from '../peers/brotli-proxy.ts'
import { findNext, startNext } from '../peers/next-peer.ts'
import { inTurns, type Measure, type Row } from '../row.ts'
import { newPhone, openBrowser, slowDown } from '../slow-phone.ts'

const ways = [
  ['/', '/internships'],
  ['/internships', '/internships/8'],
] as const

/**
 * Five seconds after a page has loaded, two of them with the pointer on the link, so that either side has fetched
 * the next page; or 200 ms after its first paint.
 */
const moments = ['fetched ahead', 'cold'] as const

const holdMs = 80

/** From a page to the next on a slow phone. */
export const measure: Measure = async (rounds) => {
  const found = await findNext()
  if (!found.built) return [{ what: 'second pages', because: found.because }]
  await using site = await RunningSite.start()
  await using next = await startNext(found.folder)
  using proxy = await startBrotliProxy(next.url)
  const rows: Row[] = []
  for (const [from, to] of ways) {
    for (const when of moments) {
      const changes = await inTurns(
        rounds,
        () => changePage(site.url + from, to, when),
        () => changePage(proxy.url + from, to, when),
      )
      const what = `from ${from} to ${to}, ${when}`
      rows.push({ what, unit: 'ms', peer: 'Next', pairs: changes })
    }
  }
  return rows
}

/**
 * One change of page, by a visitor who has nothing of the site yet.
 *
 * @returns how many milliseconds it took from a press on a link until the next page's heading was painted.
 */
async function changePage(
  from: string,
  to: string,
  when: (typeof moments)[number],
): Promise<number> {
  await using browser = await openBrowser()
  const page = await newPhone(browser)
  await slowDown(page)
  const hears = (word: string) =>
    page.waitForEvent('console', (message) => message.text().startsWith(word))
  const [painted, seen] = [hears('painted'), hears('seen')]
  await page.addInitScript(watch, to)
  await page.goto(from, { waitUntil: when === 'cold' ? 'commit' : 'load' })
  await painted
  if (when === 'cold') await page.waitForTimeout(200)
  else {
    await page.waitForTimeout(3_000)
    await page.locator(`main a[href="${to}"]`).first().hover()
    await page.waitForTimeout(2_000)
  }
  await page.evaluate(press, { to, holdMs })
  return Number((await seen).text().replace('seen after ', ''))
}

/** Runs in the page: a finger on the link, and a while later off it. */
function press({ to, holdMs: held }: { to: string; holdMs: number }) {
  const link = document.querySelector<HTMLElement>(`main a[href="${to}"]`)
  if (!link) throw new Error(`No link to ${to}.`)
  sessionStorage.setItem('heading', document.querySelector('h1')?.textContent ?? '')
  link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  setTimeout(() => {
    sessionStorage.setItem('pressed', String(performance.timeOrigin + performance.now()))
    link.click()
  }, held)
}

/**
 * Runs in each document, before its own scripts. Says when something is painted, and when the heading of the
 * next page is, in whichever document.
 */
function watch(to: string) {
  const before = () => sessionStorage.getItem('heading')
  const heading = () => document.querySelector('h1')?.textContent
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    console.log('painted')
  }).observe({ type: 'paint' })

  // The address changes before the page does.
  new MutationObserver((_, observer) => {
    if (before() === null || location.pathname !== to) return
    if (!heading() || heading() === before()) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        const pressed = Number(sessionStorage.getItem('pressed'))
        console.log(`seen after ${performance.timeOrigin + performance.now() - pressed}`)
      })
      port1.start()
      port2.postMessage('after the paint')
    })
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

import type { Browser } from '@playwright/test'
import { newPhone, openBrowser, slowDown } from './slow-phone.ts'

/**
 * Five seconds after a page has loaded, two of them with the pointer on the link, so that either side has fetched
 * the next page; or 200 ms after its first paint.
 */
export const moments = ['fetched ahead', 'cold'] as const
type Moment = (typeof moments)[number]

const holdMs = 80

export const kinds = ['script', 'style', 'layout', 'paint'] as const
type Kind = (typeof kinds)[number]
/** What Chromium's trace calls the main thread's work. */
const work: Record<string, Kind> = {
  EvaluateScript: 'script',
  'v8.compile': 'script',
  'v8.compileModule': 'script',
  'v8.evaluateModule': 'script',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  EventDispatch: 'script',
  TimerFire: 'script',
  FireAnimationFrame: 'script',
  FireIdleCallback: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'style',
  ParseAuthorStyleSheet: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
}

type TraceEvent = Record<'ts' | 'pid' | 'tid', number> & {
  name: string
  ph: string
  dur?: number
  /** Of `dur`, what the processor worked; less where others have it. */
  tdur?: number
}
/** From the press to the paint, in ms: what the main thread worked, and all. */
export type Change = Record<Kind | 'all', number>

/**
 * One change of page on a slow phone, by a visitor who has nothing of the site yet: from a press on a
 * link until the next page's heading is painted.
 */
export async function changePage(
  address: string,
  from: string,
  to: string,
  when: Moment,
): Promise<Change> {
  const browser = await openBrowser()
  try {
    return workBetween(await traceOf(browser, `${address}${from}`, to, when))
  } finally {
    await browser.close()
  }
}

async function traceOf(
  browser: Browser,
  from: string,
  to: string,
  when: Moment,
): Promise<TraceEvent[]> {
  const page = await newPhone(browser)
  await slowDown(page)
  const hears = (text: string) => page.waitForEvent('console', (message) => message.text() === text)
  const [painted, seen] = [hears('painted'), hears('seen')]
  await page.addInitScript(watch, to)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] })
  await page.goto(from, { waitUntil: when === 'cold' ? 'commit' : 'load' })
  await painted
  if (when === 'cold') await page.waitForTimeout(200)
  else {
    await page.waitForTimeout(3_000)
    await page.locator(`main a[href="${to}"]`).first().hover()
    await page.waitForTimeout(2_000)
  }
  await page.evaluate(press, { to, holdMs })
  await seen
  const trace = await browser.stopTracing()
  return (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents
}

/** Runs in the page: a finger on the link, and a while later off it. */
function press({ to, holdMs: held }: { to: string; holdMs: number }) {
  const link = document.querySelector<HTMLElement>(`main a[href="${to}"]`)
  if (!link) throw new Error(`No link to ${to}.`)
  sessionStorage.setItem('heading', document.querySelector('h1')?.textContent ?? '')
  link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  setTimeout(() => {
    performance.mark('pressed')
    link.click()
  }, held)
}

/**
 * Runs in each document, before its own scripts. Says when something is painted, and marks when the heading of
 * the next page is, in whichever document.
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
        performance.mark('seen')
        console.log('seen')
      })
      port1.start()
      port2.postMessage('after the paint')
    })
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/**
 * What the main thread did from the press to the paint, in processor time, which hardly depends on what else
 * the machine does. Work within other work counts once.
 */
function workBetween(trace: TraceEvent[]): Change {
  const pressed = trace.find(({ name }) => name === 'pressed')
  const seen = trace.findLast(({ name }) => name === 'seen')
  if (!pressed || !seen) throw new Error('The trace has no press or no paint.')
  const all = (seen.ts - pressed.ts) / 1000
  const sums: Change = { script: 0, style: 0, layout: 0, paint: 0, all }
  const threads = new Set([pressed, seen].map(({ pid, tid }) => `${pid} ${tid}`))
  const events = trace
    .filter(({ name, ph, pid, tid }) => ph === 'X' && work[name] && threads.has(`${pid} ${tid}`))
    .filter(({ ts, dur = 0 }) => ts + dur > pressed.ts && ts < seen.ts)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const open: { kind: Kind; end: number }[] = []
  for (const { name, ts, dur = 0, tdur = dur } of events) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= ts) open.pop()
    const outer = open.at(-1)
    const kind = work[name] ?? 'script'
    sums[kind] += tdur / 1000
    if (outer) sums[outer.kind] -= tdur / 1000
    open.push({ kind, end: ts + dur })
  }
  return sums
}

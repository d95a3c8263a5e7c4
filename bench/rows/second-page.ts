import { RunningSite } from '@naic/test/support/start-site.ts'
import { changePage, moments } from '../change-page.ts'
import { startBrotliProxy } from '../peers/brotli-proxy.ts'
import { findNext, startNext } from '../peers/next-peer.ts'
import { inTurns, type Measure, pairsOf, type Row } from '../row.ts'

const ways = [
  ['/', '/internships'],
  ['/internships', '/internships/8'],
] as const

/** From a page to the next on a slow phone. second-page.ts says what the time goes into. */
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
          () => changePage(site.url, from, to, when),
          () => changePage(proxy.url, from, to, when),
        )
        const what = `from ${from} to ${to}, ${when}`
        rows.push({ what, unit: 'ms', peer: 'Next', pairs: pairsOf(changes, ({ all }) => all) })
      }
    }
    return rows
  } finally {
    proxy.stop()
    await next.stop()
    await site.stop()
  }
}

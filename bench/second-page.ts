import { RunningSite } from '@naic/test/support/start-site.ts'
import { type Change, changePage, kinds, moments } from './change-page.ts'
import { median } from './row.ts'

/**
 * From a press on a link to the next page's heading on the screen, on a slow phone, and what the page's main
 * thread does in that time: once the next page is fetched ahead, and 200 ms after the first paint.
 * Prints a line for each way from page to page, in milliseconds, the median of the rounds.
 *
 *     node bench/second-page.ts [ROUNDS] [ADDRESS…]
 *
 * Without an address it measures this build, which must be there; with several it measures them in turns, so
 * that another site with the same pages, or another build, is compared on the same machine in one run.
 */
const ways = [
  ['/', '/internships'],
  ['/internships', '/internships/8'],
  ['/', '/apply'],
] as const

const [rounds = 5, ...others] = process.argv.slice(2)
const site = others.length > 0 ? undefined : await RunningSite.start()
const addresses = site ? [site.url] : others
console.log(['site', 'from', 'to', 'when', 'ms', ...kinds, 'from ms', 'to ms'].join('\t'))
try {
  for (const [from, to] of ways) {
    for (const when of moments) {
      const changes = new Map<string, Change[]>(addresses.map((address) => [address, []]))
      for (let round = 0; round < Number(rounds); round += 1) {
        for (const [address, all] of changes) all.push(await changePage(address, from, to, when))
      }
      for (const [address, all] of changes) {
        const times = all.map((each) => each.all)
        const split = kinds.map((kind) => Math.round(median(all.map((each) => each[kind]))))
        const spread = [Math.min(...times), Math.max(...times)].map(Math.round)
        const ms = Math.round(median(times))
        console.log([address, from, to, when, ms, ...split, ...spread].join('\t'))
      }
    }
  }
} finally {
  await site?.stop()
}

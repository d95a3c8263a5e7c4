import { RunningSite } from '@naic/test/support/start-site.ts'
import { load } from '../load.ts'
import { findNext, startNext } from '../peers/next-peer.ts'
import { expectAnswer, whyNotWith } from '../program.ts'
import { inTurns, type Measure, pairsOf } from '../row.ts'

const connections = 8
const page = '/verify/NAIC25A7K2M'

/**
 * The page of a certificate, rendered for each request: ours finds it in the registry, Next renders
 * the same page from a constant.
 */
export const measure: Measure = async (rounds) => {
  const what = '/verify rendered, processor each'
  const because = whyNotWith('wrk')
  if (because) return [{ what, because }]
  const found = await findNext()
  if (!found.built) return [{ what, because: found.because }]
  await using next = await startNext(found.folder)
  await using site = await RunningSite.start()
  for (const { url } of [site, next]) await expectAnswer(`${url}${page}`, 'NAIC25A7K2M')
  const ours = () => load(`${site.url}${page}`, site.pid, connections)
  const theirs = () => load(`${next.url}${page}`, next.pid, connections)
  await inTurns(1, ours, theirs)
  const loads = await inTurns(rounds, ours, theirs)
  const pairs = pairsOf(loads, (each) => each.processorMs)
  return [{ what, unit: 'ms', peer: 'Next', pairs }]
}

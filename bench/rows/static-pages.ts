import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { load } from '../load.ts'
import { startNginx } from '../peers/start-nginx.ts'
import { expectAnswer, whyNotWith } from '../program.ts'
import { inTurns, type Measure, pairsOf, type Row } from '../row.ts'

const connections = 32

/** Pages of the build, which our server has in memory, beside nginx with the same files. */
export const measure: Measure = async (rounds) => {
  const because = whyNotWith('nginx', 'wrk')
  if (because) return [{ what: 'pages beside nginx', because }]
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
  const nginx = await startNginx(folder)
  const site = await RunningSite.start()
  const rows: Row[] = []
  try {
    for (const [page, text] of [
      ['/', 'National Academic Internship Council'],
      ['/apply', 'Apply for Internship'],
    ] as const) {
      for (const url of [site.url, nginx.url]) await expectAnswer(`${url}${page}`, text)
      const found = await inTurns(
        rounds,
        () => load(`${site.url}${page}`, site.pid, connections),
        () => load(`${nginx.url}${page}`, nginx.pid, connections),
      )
      const what = `${page} from memory`
      const peer = 'nginx, one worker'
      const processor = pairsOf(found, (each) => each.processorMs * 1000)
      rows.push(
        { what, unit: '/s', peer, pairs: pairsOf(found, ({ perSecond }) => perSecond) },
        { what: `${what}, processor each`, unit: 'µs', peer, pairs: processor },
      )
    }
    return rows
  } finally {
    await site.stop()
    await nginx.stop()
    await rm(folder, { recursive: true })
  }
}

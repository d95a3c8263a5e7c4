import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { findNext, startNext } from '../peers/next-peer.ts'
import { startExpress } from '../peers/start-express.ts'
import { memoryMb, untilAlone } from '../program.ts'
import type { Measure, Pair, Row, Skipped } from '../row.ts'
import { newApplication, sendAll } from '../send-applications.ts'

const uploads = 200
const uploadBytes = 4_900_000
const restMs = 10_000
const afterMs = 30_000

/** What a server holds in memory: started, asked for one page and left alone; and after a rush. */
export const measure: Measure = async (rounds) => {
  const [next, express]: [Pair[], Pair[]] = [[], []]
  const foundNext = await findNext()
  // A round takes a minute.
  for (let round = 0; round < Math.min(rounds, 2); round += 1) {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-bench-'))
    await using site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000000' })
    await using forms = await startExpress(folder.path)
    await using nexts = foundNext.built ? await startNext(foundNext.folder) : undefined
    await sleep(restMs)
    // Pages are packed after the start, by a process that ends.
    await untilAlone(site.pid)
    // What the start has left is collected only when somebody asks for something.
    for (const at of [site, nexts]) if (at) await (await fetch(at.url)).text()
    await sleep(restMs / 5)
    const ours = await memoryMb(site.pid)
    if (nexts) next.push({ ours, peer: await memoryMb(nexts.pid) })

    const later = async ({ url, pid }: { url: string; pid: number }) => {
      // No two have the same resume; made only now, since they are a gigabyte.
      const all = Array.from({ length: uploads }, () => newApplication(uploadBytes))
      await sendAll(url, all, uploads)
      return sleep(afterMs).then(() => memoryMb(pid))
    }
    express.push({ ours: await later(site), peer: await later(forms) })
  }
  const found: (Row | Skipped)[] = [
    {
      what: 'memory 30 s after 200 uploads of 5 MB at once',
      unit: 'MiB',
      peer: 'express + multer',
      pairs: express,
    },
  ]
  if (next.length > 0)
    found.push({ what: 'memory at rest', unit: 'MiB', peer: 'Next', pairs: next })
  else if (!foundNext.built) found.push({ what: 'memory beside Next', because: foundNext.because })
  return found
}

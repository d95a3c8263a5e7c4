import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildNext, findNext } from '../peers/next-peer.ts'
import { buildVitePeer } from '../peers/vite-peer.ts'
import { endedProcessorMs } from '../program.ts'
import { inTurns, type Measure, pairsOf, type Row, type Skipped } from '../row.ts'

const run = promisify(execFile)

/** A whole build. The peers make fewer pages, no share pictures, no offline copies and no desk. */
export const measure: Measure = async (rounds) => {
  const timed = (build: () => Promise<unknown>) => async () => {
    const [before, begun] = [await endedProcessorMs(), performance.now()]
    await build()
    const processor = ((await endedProcessorMs()) - before) / 1000
    return { seconds: (performance.now() - begun) / 1000, processor }
  }
  const ours = timed(() => run('npm', ['run', 'build'], { maxBuffer: 100_000_000 }))
  const found: (Row | Skipped)[] = []
  const beside = async (peer: string, build: () => Promise<unknown>) => {
    const builds = await inTurns(Math.min(rounds, 2), ours, timed(build))
    found.push(
      { what: 'build', unit: 's', peer, pairs: pairsOf(builds, ({ seconds }) => seconds) },
      {
        what: 'build, processor',
        unit: 's',
        peer,
        pairs: pairsOf(builds, ({ processor }) => processor),
      },
    )
  }
  const next = await findNext()
  if (next.built) await beside('Next', () => buildNext(next.folder))
  else {
    found.push({ what: 'build beside Next', because: next.because })
    await beside('Vite + React', buildVitePeer)
  }
  return found
}

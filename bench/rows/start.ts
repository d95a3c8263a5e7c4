import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { fastifyAlone } from '../peers/fastify-alone.ts'
import { findNext, nextCommand } from '../peers/next-peer.ts'
import { processorMs, Program } from '../program.ts'
import { inTurns, type Measure, pairsOf, type Row, type Skipped } from '../row.ts'

/** A start is short, so it is measured more often. */
const timesEach = 3

/** From the start of the process to the first page answered; never the first one, which makes the registry. */
export const measure: Measure = async (rounds) => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-bench-'))
  const port = await freePort()
  const found: (Row | Skipped)[] = []

  const start = async (command: readonly string[]) => {
    const begun = performance.now()
    await using program = await Program.start(command, `http://127.0.0.1:${port}/`, {
      PORT: String(port),
      DATA_DIR: folder.path,
      SAMPLE_CERTIFICATES: 'on',
    })
    const ms = performance.now() - begun
    return { ms, processor: await processorMs(program.pid) }
  }
  const ours = () => start([process.execPath, 'apps/site/server/serve.js'])
  const beside = async (peer: string, command: readonly string[]) => {
    await inTurns(1, ours, () => start(command))
    const starts = await inTurns(rounds * timesEach, ours, () => start(command))
    const processor = pairsOf(starts, (each) => each.processor)
    found.push(
      { what: 'start to first answer', unit: 'ms', peer, pairs: pairsOf(starts, ({ ms }) => ms) },
      { what: 'start, processor', unit: 'ms', peer, pairs: processor },
    )
  }

  await beside('Fastify alone', fastifyAlone)
  const next = await findNext()
  if (next.built) await beside('Next', nextCommand(next.folder, port))
  else found.push({ what: 'start beside Next', because: next.because })
  return found
}

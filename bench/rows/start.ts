import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { startProgram } from '../program.ts'
import { inTurns, type Measure } from '../row.ts'

/** A start is short, so it is measured more often. */
const timesEach = 3

/** The least that a server on Fastify is. */
const fastify = `
  import fastify from 'fastify'
  const app = fastify()
  app.get('/', () => 'Here')
  await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
`

/** From the start of the process to the first page answered; never the first one, which makes the registry. */
export const measure: Measure = async (rounds) => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-bench-'))
  const port = await freePort()

  const start = async (...words: string[]) => {
    const begun = performance.now()
    await using _ = await startProgram([process.execPath, ...words], `http://127.0.0.1:${port}/`, {
      PORT: String(port),
      DATA_DIR: folder.path,
      SAMPLE_CERTIFICATES: 'on',
    })
    return performance.now() - begun
  }
  const ours = () => start('apps/site/server/serve.js')
  const theirs = () => start('--input-type=module', '-e', fastify)
  await inTurns(1, ours, theirs)
  const pairs = await inTurns(rounds * timesEach, ours, theirs)
  return [{ what: 'start to first answer', unit: 'ms', peer: 'Fastify alone', pairs }]
}

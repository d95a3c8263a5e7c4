import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { endedProcessorMs } from '../program.ts'
import { type Measure, pairsOf } from '../row.ts'

const run = promisify(execFile)
const inBatch = 5_000

type Issued = { perSecond: number; processor: number }

/**
 * Certificates that the command line issues from a CSV file, all on one day: whether a later batch
 * costs more than the first, and one more after them than one in a new registry. The peer is our own
 * first one. Processor time, since that does not depend on who else is at work.
 */
export const measure: Measure = async (rounds) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
  const settings = { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'http://localhost:3000' }
  // It makes the registry.
  await (await RunningSite.start(settings, settings.DATA_DIR)).finish()
  let issued = 0
  const issue = async (many: number): Promise<Issued> => {
    const rows = Array.from({ length: many }, () => {
      issued += 1
      return `B-${issued},${nameOf(issued)},Web Development,4 Weeks,2026-03-14`
    })
    const file = path.join(folder, 'batch.csv')
    const heading = 'reference,holder,domain,duration,verified_on'
    await writeFile(file, [heading, ...rows, ''].join('\n'))
    const [before, begun] = [await endedProcessorMs(), performance.now()]
    const command = ['certificates', 'issue', '--sheet', file, '--yes', '--json']
    const { stdout } = await run('bin/council', command, {
      env: { ...process.env, ...settings },
      maxBuffer: 100_000_000,
    })
    const seconds = (performance.now() - begun) / 1000
    const processor = ((await endedProcessorMs()) - before) / 1000
    const ids = stdout.match(/NAIC\d\d[A-Z0-9]+/g) ?? []
    if (new Set(ids).size < many) throw new Error(`Only ${ids.length} of ${many} were issued.`)
    return { perSecond: many / seconds, processor }
  }
  try {
    await issue(1)
    const one = await issue(1)
    const first = await issue(inBatch)
    const later: { ours: Issued; peer: Issued }[] = []
    // The first one and three more are a day that no council has had.
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      later.push({ ours: await issue(inBatch), peer: first })
    }
    const oneMore = { ours: await issue(1), peer: one }
    const what = '5,000 certificates more on the same day'
    const peer = 'our first 5,000'
    return [
      { what, unit: '/s', peer, pairs: pairsOf(later, ({ perSecond }) => perSecond) },
      {
        what: `${what}, processor`,
        unit: 's',
        peer,
        pairs: pairsOf(later, ({ processor }) => processor),
      },
      {
        what: `one more after ${(issued - 1).toLocaleString('en')}, processor`,
        unit: 's',
        peer: 'one in a new registry',
        pairs: pairsOf([oneMore], ({ processor }) => processor),
      },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Another name for each number, of letters alone. */
function nameOf(number: number): string {
  const letters = number
    .toString(26)
    .replaceAll(/./g, (digit) => String.fromCodePoint(97 + parseInt(digit, 26)))
  return `Asha ${letters[0]?.toUpperCase()}${letters.slice(1)}`
}

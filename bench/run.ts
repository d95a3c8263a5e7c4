import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { below } from './program.ts'
import { type Measure, median, type Row, type Skipped } from './row.ts'
import { measure as applications } from './rows/applications.ts'
import { measure as visits } from './rows/first-visits.ts'
import { measure as memory } from './rows/memory.ts'
import { measure as rendered } from './rows/rendered-certificate.ts'
import { measure as second } from './rows/second-page.ts'
import { measure as start } from './rows/start.ts'
import { measure as pages } from './rows/static-pages.ts'

/**
 * Measures the built site beside other programs and prints one table, in Markdown:
 *
 *     npm run bench                                  all of it, in less than a quarter of an hour
 *     npm run bench -- --only start,memory           these groups
 *     npm run bench -- --rounds 5                    each side five times; three otherwise
 *
 * The ratio is what counts, since machines differ: ours divided by the peer's of the same round.
 * docs/performance.md says what the peers are.
 */
const groups = {
  visits,
  second,
  rendered,
  pages,
  applications,
  memory,
  start,
} satisfies Record<string, Measure>

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '3' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1.')
const wanted = values.only?.split(',') ?? Object.keys(groups)
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  throw new Error(`There is no ${unknown.join()}, only ${Object.keys(groups).join(', ')}.`)
}

const found: (Row | Skipped)[] = []
for (const [name, measure] of Object.entries(groups)) {
  if (!wanted.includes(name)) continue
  const begun = performance.now()
  try {
    found.push(...(await measure(rounds)))
  } catch (error) {
    // The others may still tell something.
    found.push({ what: name, because: `it failed. ${String(error)}` })
    process.exitCode = 1
  }
  console.error(`${name}: ${Math.round((performance.now() - begun) / 1000)} s`)
}

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${rounds} rounds,`)
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')} at the end\n`,
)
console.log('| what | ours | peer | ratio | from – to | unit |\n|-|-|-|-|-|-|')
for (const row of found) if ('pairs' in row) console.log(line(row))
for (const row of found)
  if ('because' in row) console.log(`\nNot measured: ${row.what}, ${row.because}`)

// A group that failed may have left what it had started.
for (const pid of await below(process.pid)) process.kill(pid)
process.exit()

function line({ what, unit, peer, pairs }: Row): string {
  const ratios = pairs.map(({ ours, peer: theirs }) => ours / theirs)
  const spread = `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`
  const [ours, theirs] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.peer)]
  const cells = [what, figure(ours), `${figure(theirs)} (${peer})`, median(ratios).toFixed(2)]
  return `| ${[...cells, pairs.length > 1 ? spread : '', unit].join(' | ')} |`
}

/** The median, with three digits that say something. */
function figure(ofRounds: readonly number[]): string {
  const value = median(ofRounds)
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a start takes until the first page is answered, and the processor time and memory that
 * it needs: what was built, and the same from the sources. Beside them a Fastify server that answers
 * one line, in turns within one run: the ratio is what counts, since machines differ.
 *
 * Needs a build.
 */
const rounds = 7
const port = 8962

const fastifyAlone = `
  import fastify from 'fastify'
  const app = fastify()
  app.get('/', () => 'Here')
  await app.listen({ port: Number(process.env.PORT) })
`
const programs: Record<string, string[]> = {
  'Fastify alone': ['--input-type=module', '-e', fastifyAlone],
  'as built': ['apps/site/server/serve.js'],
  'from the sources': ['apps/site/server/main.ts'],
}

type Start = { ms: number; cpuMs: number; peakMb: number }
const starts = new Map<string, Start[]>(Object.keys(programs).map((name) => [name, []]))
const folders = new Map<string, string>()
for (const name of starts.keys()) {
  folders.set(name, await mkdtemp(path.join(tmpdir(), 'naic-bench-')))
  // The first start, which makes the registry, is another thing.
  await start(name)
}
for (let round = 0; round < rounds; round += 1) {
  for (const [name, all] of starts) all.push(await start(name))
}
for (const folder of folders.values()) await rm(folder, { recursive: true })

console.log('program\tto the first page, ms\tratio\tprocessor, ms\tat most, MB')
const alone = median('Fastify alone', 'ms')
for (const name of starts.keys()) {
  const ms = median(name, 'ms')
  const rest = [median(name, 'cpuMs'), median(name, 'peakMb')].map(Math.round)
  console.log([name, Math.round(ms), (ms / alone).toFixed(1), ...rest].join('\t'))
}

async function start(name: string): Promise<Start> {
  const settings = { PORT: String(port), DATA_DIR: folders.get(name) }
  const from = performance.now()
  const child = spawn('node', programs[name] ?? [], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`)
    await sleep(5)
  }
  const ms = performance.now() - from
  const measured = await readProcess(child.pid ?? 0)
  const ended = once(child, 'exit')
  child.kill()
  await ended
  return { ms, ...measured }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok
  } catch {
    return false
  }
}

/** Of /proc: user and system time are in units of 10 ms, after the name in brackets. */
async function readProcess(pid: number): Promise<Omit<Start, 'ms'>> {
  const [stat, status] = await Promise.all(
    ['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')),
  )
  const times = (stat ?? '').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  const peakKb = Number(/VmHWM:\s+(\d+)/.exec(status ?? '')?.[1])
  return { cpuMs: times.reduce((sum, time) => sum + Number(time) * 10, 0), peakMb: peakKb / 1024 }
}

function median(name: string, of: keyof Start): number {
  const sorted = (starts.get(name) ?? []).map((each) => each[of]).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

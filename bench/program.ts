import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Starts a server of somebody else, as a process of its own.
 *
 * @param command a program and its words.
 * @param url where it answers. @returns once that answers 200.
 */
export async function startProgram(
  [program = '', ...words]: readonly string[],
  url: string,
  env: Record<string, string> = {},
) {
  const { NODE_COMPILE_CACHE: _ofOthers, ...environment } = process.env
  const child = spawn(program, words, {
    env: { ...environment, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const lastMoment = performance.now() + 60_000
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`)
    if (performance.now() > lastMoment) throw new Error(`${program} never answered at ${url}.`)
    await sleep(5)
  }
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** @returns why something cannot be measured here; undefined if all these programs are there. */
export function whyNotWith(...programs: readonly string[]): string | undefined {
  const missing = programs.filter((program) => spawnSync(program, ['-v']).error)
  return missing.length > 0 ? `Not installed: ${missing.join(', ')}.` : undefined
}

/** Fetches a page once. @throws unless it is 200 and contains the text: what is broken must not win. */
export async function expectAnswer(url: string, text: string): Promise<void> {
  const answer = await fetch(url)
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`)
  if (!body.includes(text)) throw new Error(`${url} does not say "${text}".`)
}

/** User and system time of a process and all below it, ended ones included, in ms. To 10 ms. */
export async function processorMs(pid: number): Promise<number> {
  let ms = 0
  for (const each of await withChildren(pid)) {
    ms += timesOf(await readFile(`/proc/${each}/stat`, 'utf8')).reduce((sum, time) => sum + time)
  }
  return ms
}

/** Of all that this process started and that has ended, in ms. To 10 ms. */
export async function endedProcessorMs(): Promise<number> {
  const [, , user = 0, system = 0] = timesOf(await readFile('/proc/self/stat', 'utf8'))
  return user + system
}

/** What a process and all below it have in memory, in MiB. */
export async function memoryMb(pid: number): Promise<number> {
  let kb = 0
  for (const each of await withChildren(pid)) {
    kb += Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0)
  }
  return kb / 1024
}

/** @returns once no process is below it any more, such as the one that packs our pages after the start. */
export async function untilAlone(pid: number): Promise<void> {
  const lastMoment = performance.now() + 60_000
  while ((await withChildren(pid)).length > 1) {
    if (performance.now() > lastMoment) throw new Error('After a minute it is still at work.')
    await sleep(200)
  }
}

/** Its own and that of ended children: units of 10 ms, after the name in brackets. */
function timesOf(stat: string): number[] {
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return times.map((time) => Number(time) * 10)
}

const withChildren = async (pid: number) => [pid, ...(await below(pid))]

export async function below(pid: number): Promise<number[]> {
  // One that has just ended has none.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const pids = children.trim().split(' ').filter(Boolean).map(Number)
  return (await Promise.all(pids.map(withChildren))).flat()
}

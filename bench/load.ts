import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { processorMs } from './program.ts'

const run = promisify(execFile)

const seconds = 4

type Load = { perSecond: number; processorMs: number }

/**
 * Asks for one address on several connections, with Debian's wrk: a client in JavaScript would be slower
 * than what it measures.
 *
 * @param pid of the server. @returns answers a second, and the processor time of the server for each.
 * @throws if one of them was not 200.
 */
export async function load(url: string, pid: number, connections: number): Promise<Load> {
  const before = await processorMs(pid)
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s']
  const address = url.replace('localhost', '127.0.0.1')
  const { stdout } = await run('wrk', [...options, '-H', 'Accept-Encoding: gzip', address])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer:\n${stdout}`)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    processorMs: ((await processorMs(pid)) - before) / requests,
  }
}

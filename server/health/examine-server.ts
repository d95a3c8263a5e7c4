import { access } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { metricsHost } from '../metrics/metrics-server.ts'
import { askHttp } from './ask-http.ts'
import { duration, type Found, right, warning, wrong } from './finding.ts'

/** https://www.sqlite.org/rescode.html#busy */
const busy = 5
/** Checks of the whole log that were left out. */
const longUnverifiedMs = 2 * 24 * 60 * 60_000

/** That a server runs on these data, answers, and can keep what visitors send. */
export async function examineServer(config: Config, patienceMs: number): Promise<Found[]> {
  const { dataDir, port } = config
  const host =
    new Map([
      ['0.0.0.0', '127.0.0.1'],
      ['::', '::1'],
    ]).get(config.host) ?? config.host
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const up = await askHttp(`${origin}/healthz`, patienceMs)
  const isLocked = await hasLock(dataDir)
  if (typeof up === 'string' || up.status !== 200 || !up.body.includes('"up"')) {
    const why = typeof up === 'string' ? up : `it says ${up.status} to /healthz`
    return isLocked
      ? [
          wrong(
            `A server has ${dataDir} locked, and none of ours answers at ${origin} (${why}).`,
            'First give this shell the server’s own settings (HOST, PORT) and look again; only if it is silent then, restart it.',
          ),
        ]
      : [
          wrong(
            `No server answers at ${origin} (${why}).`,
            'Start it: "systemctl start naic", or "npm run serve".',
          ),
        ]
  }
  const ready = await askHttp(`${origin}/ready`, patienceMs)
  if (typeof ready === 'string' || ready.status !== 200) {
    const says = typeof ready === 'string' ? ready : ready.status
    return [
      wrong(
        `The server at ${origin} cannot keep what visitors send (${says} to /ready).`,
        'The lines above, and its log, say why.',
      ),
    ]
  }
  if (!isLocked) {
    return [
      warning(
        `A server answers at ${origin}, and none has ${dataDir} locked.`,
        'It has another DATA_DIR: look at the settings that this command was given.',
      ),
    ]
  }
  return [right(`The server at ${origin} answers and is ready.`)]
}

/** Looks at the lock as somebody who would read the file: see decision 014. */
async function hasLock(dataDir: string): Promise<boolean> {
  const file = path.join(dataDir, 'server.lock')
  try {
    await access(file)
    const lock = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      lock.exec('BEGIN; SELECT * FROM sqlite_master; ROLLBACK')
      return false
    } finally {
      lock.close()
    }
  } catch (error) {
    return (error as { errcode?: number }).errcode === busy
  }
}

/** That the virus scanner is there, where one is set: without it no application is taken. */
export async function examineScanner(
  { virusScanner }: Config,
  patienceMs: number,
): Promise<Found[]> {
  if (!virusScanner) return []
  const place =
    'path' in virusScanner ? virusScanner.path : `${virusScanner.host}:${virusScanner.port}`
  const advice =
    'Start clamd, or look at its log. Until then no application is taken (decision 015).'
  try {
    const socket = connect({ ...virusScanner, signal: AbortSignal.timeout(patienceMs) })
    // clamd(8): a command ends with the sign that it begins with "z" for.
    socket.write('zPING\0')
    const answer = await text(socket)
    return answer === 'PONG\0'
      ? [right(`clamd answers at ${place}.`)]
      : [wrong(`What answers at ${place} is no clamd.`, advice)]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return [wrong(`clamd does not answer at ${place} (${code ?? message}).`, advice)]
  }
}

/** What the server's own metrics say of the log, where they are shown. */
export async function examineMetrics(
  { metricsPort, verifyLogHours }: Config,
  patienceMs: number,
  now: Date,
): Promise<Found[]> {
  if (!metricsPort) return []
  const address = `http://${metricsHost}:${metricsPort}/metrics`
  const shown = await askHttp(address, patienceMs)
  if (typeof shown === 'string' || shown.status !== 200) {
    const why = typeof shown === 'string' ? shown : shown.status
    return [
      wrong(
        `No metrics are shown at ${address} (${why}).`,
        'See that the server runs, with this METRICS_PORT.',
      ),
    ]
  }
  const valueOf = (name: string) => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(shown.body) ?? []
    return value === undefined ? undefined : Number(value)
  }
  const faults = valueOf('naic_certificate_log_faults')
  const at = valueOf('naic_certificate_log_verified_timestamp_seconds')
  if (faults) {
    return [
      wrong(
        `The server’s last check of the whole log found ${faults} faults.`,
        '"council log verify" names them; docs/stolen-key.md has what to do.',
      ),
    ]
  }
  const agoMs = at ? now.getTime() - at * 1000 : undefined
  if (agoMs !== undefined && verifyLogHours > 0 && agoMs > longUnverifiedMs) {
    return [
      warning(
        `The server last checked the whole log ${duration(agoMs)} ago.`,
        'See its log for "verify:".',
      ),
    ]
  }
  const checked =
    agoMs === undefined
      ? 'has not been checked by the server yet'
      : `was checked ${duration(agoMs)} ago`
  return [right(`Metrics are shown at ${address}; the whole log ${checked}.`)]
}

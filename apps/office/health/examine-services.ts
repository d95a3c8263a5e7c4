import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '@naic/installation/config.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { countUnsent } from '@naic/platform/mail/stored-letters.ts'
import { verifyRelay } from '@naic/platform/mail/smtp-mailer.ts'
import { duration, type Found, right, warning, wrong } from './finding.ts'

/** Longer, and the relay is away, or no server runs. As docs/operating.md has it for an alarm. */
const longWaitMs = 15 * 60_000

/** That letters can leave: the relay answers, speaks TLS and takes the login. No letter is sent. */
export async function examineRelay(
  { mailRelay, dataDir }: Config,
  patienceMs: number,
): Promise<Found[]> {
  if (!mailRelay) {
    return [
      warning(
        `SMTP_URL is not set: letters become files in ${path.join(dataDir, 'mail')}, and nobody gets them.`,
        'Set it to the mail relay (docs/operating.md).',
      ),
    ]
  }
  const { host, port, login } = mailRelay
  try {
    await verifyRelay(mailRelay, patienceMs)
    return [right(`The relay ${host}:${port} answers${login ? ' and takes the login' : ''}.`)]
  } catch (error) {
    return [
      wrong(
        `The relay ${host}:${port} cannot be used: ${(error as Error).message.trim()}`,
        'Letters wait meanwhile, for three days. Look at SMTP_URL and SMTP_PASSWORD, and ask whoever runs the relay.',
      ),
    ]
  }
}

/** That letters do leave. */
export async function examineLetters({ build, read }: Database, now: Date): Promise<Found[]> {
  const [row] = await read(countUnsent(build).compile())
  const [waiting, refused, gaveUp] = [row?.waiting, row?.refused, row?.gaveUp].map(Number)
  const letters = waiting === 1 ? '1 letter waits' : `${waiting} letters wait`
  const waitsMs = row?.oldest ? now.getTime() - Date.parse(row.oldest) : 0
  const found: Found[] = []
  if (waitsMs > longWaitMs) {
    found.push(
      warning(
        `${letters}, the oldest for ${duration(waitsMs)}.`,
        '"council outbox" says why. If it says nothing, see that the server runs, and whether LETTERS_PER_HOUR holds them back.',
      ),
    )
  }
  if (refused || gaveUp) {
    found.push(
      warning(
        `Refused for good: ${refused}. Given up: ${gaveUp}.`,
        '"council outbox" says why; mend it, then "council outbox retry".',
      ),
    )
  }
  return found.length > 0 ? found : [right(`${letters}; none was refused or given up.`)]
}

/** That a server runs and can keep what visitors send. */
export async function examineServer({ host, port }: Config, patienceMs: number): Promise<Found[]> {
  const own = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
  ]).get(host)
  const origin = `http://${own ?? (host.includes(':') ? `[${host}]` : host)}:${port}`
  const signal = AbortSignal.timeout(patienceMs - 1_000)
  const status = await fetch(`${origin}/ready`, { signal }).then(
    (answer) => answer.status,
    () => undefined,
  )
  if (status === 200) return [right(`The server at ${origin} is ready.`)]
  if (status === undefined) {
    return [
      wrong(
        `No server answers at ${origin}.`,
        'Give this shell the server’s own settings (HOST, PORT); or start it: "systemctl start naic", or "npm run serve".',
      ),
    ]
  }
  return [
    wrong(
      `The server at ${origin} cannot keep what visitors send (${status} to /ready).`,
      'The lines above, and its log, say why.',
    ),
  ]
}

/** That the virus scanner is there, if one is set: without it no application is taken. */
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
    return (await text(socket)) === 'PONG\0'
      ? [right(`clamd answers at ${place}.`)]
      : [wrong(`What answers at ${place} is no clamd.`, advice)]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return [wrong(`clamd does not answer at ${place} (${code ?? message}).`, advice)]
  }
}

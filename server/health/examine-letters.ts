import path from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { countUnsent } from '../mail/list-letters.ts'
import { verifyRelay } from '../mail/smtp-mailer.ts'
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
  const waitsMs = row?.oldest ? now.getTime() - Date.parse(row.oldest) : 0
  const found: Found[] = []
  if (waitsMs > longWaitMs) {
    found.push(
      warning(
        `${letters(waiting)}, the oldest for ${duration(waitsMs)}.`,
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
  return found.length > 0 ? found : [right(`${letters(waiting)}; none was refused or given up.`)]
}

const letters = (count = 0) => (count === 1 ? '1 letter waits' : `${count} letters wait`)

import { once } from 'node:events'
import path from 'node:path'
import { connect as connectByTls } from 'node:tls'
import { scanForVirus } from '@naic/admissions/applications/virus-scanner.ts'
import { readBackupNotes } from '@naic/house/backup-notes.ts'
import type { Config } from '@naic/house/config.ts'
import type { Database } from '@naic/store/database/database.ts'
import { countUnsent } from '@naic/store/mail/stored-letters.ts'
import { verifyRelay } from '@naic/store/mail/smtp-mailer.ts'
import {
  duration,
  type Found,
  type Outcome,
  megabytes,
  patienceMs,
  right,
  warning,
  wrong,
} from './finding.ts'

/** After this the relay is away, or no server runs; docs/monitoring.md has the same alarm. */
const longWaitMs = 15 * 60_000

/** The relay must answer, speak TLS and take the login. No letter is sent. */
export async function examineRelay({ mailRelay, dataDir }: Config): Promise<Outcome> {
  if (!mailRelay) {
    return warning(
      `SMTP_URL is not set: letters become files in ${path.join(dataDir, 'mail')}, and nobody gets them.`,
      'Set it to the mail relay (docs/operating.md).',
    )
  }
  const { host, port, login } = mailRelay
  try {
    await verifyRelay(mailRelay, patienceMs)
    return right(`The relay ${host}:${port} answers${login ? ' and takes the login' : ''}.`)
  } catch (error) {
    return wrong(
      `The relay ${host}:${port} cannot be used: ${(error as Error).message.trim()}`,
      'Letters wait meanwhile, for three days. Look at SMTP_URL and SMTP_PASSWORD, and ask the people who run it.',
    )
  }
}

/** Letters must leave: none may wait long, or be refused for good. */
export async function examineLetters(
  _: Config,
  { read }: Database,
  { now }: { now: Date },
): Promise<Outcome> {
  const [row] = await countUnsent(read).execute()
  const [waiting, refused, gaveUp] = [row?.waiting, row?.refused, row?.gaveUp].map(Number)
  const letters = waiting === 1 ? '1 letter waits' : `${waiting} letters wait`
  const waitsMs = row?.oldest ? now.getTime() - Date.parse(row.oldest) : 0
  const found: Found[] = []
  if (waitsMs > longWaitMs) {
    found.push(
      warning(
        `${letters}, the oldest for ${duration(waitsMs)}.`,
        '"council outbox list" says why. If it says nothing, check that the server runs, and whether LETTERS_PER_HOUR holds them back.',
      ),
    )
  }
  if (refused || gaveUp) {
    found.push(
      warning(
        `Refused for good: ${refused}. Given up: ${gaveUp}.`,
        '"council outbox list" says why; correct it, then "council outbox retry".',
      ),
    )
  }
  return found.length > 0 ? found : [right(`${letters}; none was refused or given up.`)]
}

/** A server must run that can keep what visitors send. */
export async function examineServer({ host, port }: Config): Promise<Outcome> {
  // One for all addresses of this machine is this machine, too.
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const signal = AbortSignal.timeout(patienceMs - 1_000)
  const status = await fetch(`${origin}/ready`, { signal }).then(
    (answer) => answer.status,
    () => undefined,
  )
  if (status === 200) return right(`The server at ${origin} is ready.`)
  if (status === undefined) {
    return wrong(
      `No server answers at ${origin}.`,
      'Give this shell the server’s own settings (HOST, PORT); or start it: "systemctl start naic", or "npm run serve".',
    )
  }
  return wrong(
    `The server at ${origin} cannot keep what visitors send (${status} to /ready).`,
    'The lines above, and its log, say why.',
  )
}

/** Certbot renews a month before. */
const soonMs = 14 * 24 * 60 * 60_000

/** Visitors come by SITE_URL: it must answer, be this site, and go on speaking TLS. */
export async function examineFromOutside(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { read }: Pick<Database, 'read'>,
  { now }: { now: Date },
): Promise<Outcome> {
  const { hostname, port, protocol } = new URL(siteUrl)
  if (/(^|\.)localhost$/.test(hostname)) return []
  const signal = AbortSignal.timeout(patienceMs - 1_000)
  const asked = await fetch(`${siteUrl}/log/checkpoint`, { signal })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch((error: Error) => ({ failed: error }))
  if ('failed' in asked) {
    const { name, message, cause } = asked.failed
    const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? message
    if (name === 'TimeoutError')
      return warning(`${siteUrl} does not answer from here.`, fromElsewhere)
    if (reason.includes('SELF_SIGNED'))
      return warning(`${siteUrl} has a TLS certificate that no browser trusts.`, trusted)
    return wrong(`Visitors cannot reach ${siteUrl} (${reason}).`, lookAtProxy)
  }
  const size = Number(asked.text.split('\n')[1])
  const head = read
    .selectFrom('log_checkpoint')
    .select('note')
    .where('size', '=', size || 0)
  const [ours] = await head.execute()
  if (!ours || !asked.text.startsWith(ours.note)) {
    const says = `What answers at ${siteUrl} is not this site (${asked.status} to /log/checkpoint).`
    return wrong(says, lookAtProxy)
  }
  if (protocol !== 'https:') return right(`${siteUrl} answers.`)
  const socket = connectByTls({ host: hostname, port: Number(port) || 443 })
  try {
    await once(socket, 'secureConnect', { signal })
    const leftMs = Date.parse(socket.getPeerCertificate().valid_to) - now.getTime()
    const says = `${siteUrl} answers; its TLS certificate ends in ${duration(leftMs)}.`
    return leftMs < soonMs
      ? warning(says, '"certbot renew" says why it was not renewed.')
      : right(says)
  } finally {
    socket.destroy()
  }
}

const lookAtProxy =
  'Look at nginx ("systemctl status nginx"), at the name’s address, and at SITE_URL (docs/deploying.md).'
const trusted = '"deploy/install --tls certbot" gets one that they do (docs/deploying.md).'
const fromElsewhere =
  'Try it from another network: some do not let a machine reach itself by its own name. If it is silent there too, look at nginx.'

/** If a virus scanner is set, no application is taken without it. It is sent a file of this program. */
export async function examineScanner({ virusScanner }: Config): Promise<Outcome> {
  if (!virusScanner) return []
  const [, program = ''] = process.argv
  try {
    await scanForVirus(program, virusScanner, patienceMs)
    return right('The virus scanner looks at files.')
  } catch (error) {
    return wrong(
      (error as Error).message,
      'Start clamd, or look at its log. Until then no application is taken (decision 057).',
    )
  }
}

const hourMs = 60 * 60_000
/** A night was left out. */
const lateMs = 36 * hourMs
/** Nobody makes backups any more. */
const lostMs = 7 * 24 * hourMs
/** A month was left out. */
const notRehearsedMs = 45 * 24 * hourMs

const backupAdvice =
  'See why the last one failed ("systemctl status naic-backup"), and make one now (docs/backup.md).'

/**
 * There must be a recent backup. This user may not read those that root keeps, so what makes them leaves word.
 * A backup has its name only once it is whole, so its age is enough; "council rehearse" checks every byte.
 */
export async function examineBackups(
  { backupState }: Config,
  { now }: { now: Date },
): Promise<Outcome> {
  const { backup } = await readBackupNotes(backupState)
  if (backup?.damaged) {
    return wrong(
      `The newest backup, ${backup.file}, is without something that is missing or damaged here.`,
      '"council check" names it. The backups from before are kept, and have it perhaps (docs/backup.md).',
    )
  }
  if (!backup) {
    return warning(
      `No backup has left word in ${backupState} (BACKUP_STATE).`,
      'Have one made each night (docs/backup.md).',
    )
  }
  const ageMs = now.getTime() - backup.at.getTime()
  const says = `The newest backup, ${backup.file}, is ${duration(ageMs)} old and has ${megabytes(backup.bytes)}.`
  if (ageMs > lostMs) return wrong(says, backupAdvice)
  return ageMs > lateMs ? warning(says, backupAdvice) : right(says)
}

/** A backup that nobody has restored is a hope. */
export async function examineRehearsal(
  { backupState }: Config,
  { now }: { now: Date },
): Promise<Outcome> {
  const { rehearsal } = await readBackupNotes(backupState)
  const ageOf = (date: Date) => now.getTime() - date.getTime()
  const start = 'Start one now: "systemctl start naic-rehearsal" (docs/backup.md).'
  if (!rehearsal) return warning('No backup was ever restored to try it.', start)
  const { at, file, outcome, restoredAt } = rehearsal
  const ago = `${duration(ageOf(at))} ago`
  if (outcome === 'failed' || outcome === 'unfinished') {
    const how = outcome === 'failed' ? 'It cannot be used' : 'It did not come to its end'
    return wrong(
      `The backup ${file} was tried ${ago}. ${how}.`,
      '"journalctl -u naic-rehearsal" says why. Make another backup, and try that.',
    )
  }
  if (restoredAt && ageOf(restoredAt) <= notRehearsedMs) {
    return right(`A backup was restored and checked ${duration(ageOf(restoredAt))} ago.`)
  }
  const last = restoredAt
    ? `The last one that was restored to try it is of ${duration(ageOf(restoredAt))} ago.`
    : 'None was ever restored to try it.'
  if (outcome !== 'complete') return warning(last, start)
  return warning(
    `The backup ${file} was complete ${ago}, but the key that opens it is not here. ${last}`,
    'Rehearse it where the key is (docs/backup.md).',
  )
}

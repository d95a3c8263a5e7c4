import { createTransport } from 'nodemailer'
import { compose } from './compose.ts'
import { longestHandOverMs, type Mailbox, type Mailer, RefusedForGood } from './mailer.ts'

/** A mail relay, as SMTP_URL and SMTP_PASSWORD name it. */
export type MailRelay = {
  host: string
  port: number
  /** TLS from the first byte on (smtps). Without it, STARTTLS is used if the relay offers it. */
  secure: boolean
  /** Nothing is handed over without TLS. */
  requireTls: boolean
  /** A function, so that nothing which prints settings prints the password. */
  login: { user: string; password: () => string } | undefined
}

const usualPatience = {
  /** Until the relay is reached, and then until it greets. */
  connectMs: 15_000,
  silenceMs: 60_000,
  handOverMs: longestHandOverMs,
}
type Patience = typeof usualPatience
const atOnce = 5
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000
/** Sooner than relays close idle connections, so that no letter meets a closed one. */
const idleMs = 5_000

/**
 * Hands letters to a mail relay by SMTP, over a few connections that are kept for the next letter.
 * A relay's certificate is checked against its name; with a wrong one it gets neither password nor
 * letter.
 */
export function openSmtpMailer(
  relay: MailRelay,
  from: Mailbox,
  patience: Partial<Patience> = {},
): Mailer {
  const waits = { ...usualPatience, ...patience }
  let transport = connectTo(relay, waits)
  let isClosed = false

  /** nodemailer cannot end one connection of a pool: the letters on the others are tried again. */
  function breakOff(stuck: typeof transport) {
    if (stuck === transport && !isClosed) transport = connectTo(relay, waits)
    stuck.close({ force: true })
  }

  return {
    pace: { atOnce, giveUpAfterMs },
    async send(letter) {
      const own = transport
      const deadline = setTimeout(() => breakOff(own), waits.handOverMs)
      try {
        await own.sendMail(compose(letter, from))
      } catch (error) {
        throw isForGood(error as SmtpError)
          ? new RefusedForGood((error as Error).message, { cause: error })
          : error
      } finally {
        clearTimeout(deadline)
      }
    },
    close() {
      isClosed = true
      transport.close({ force: true })
    },
  }
}

const connectTo = (
  { host, port, secure, requireTls, login }: MailRelay,
  { connectMs, silenceMs }: Omit<Patience, 'handOverMs'>,
) =>
  createTransport({
    pool: true,
    maxConnections: atOnce,
    // The outbox tries again, and counts it.
    maxRequeues: 0,
    idleTimeout: idleMs,
    host,
    port,
    secure,
    requireTLS: requireTls,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    // A relay that does not ask for the password may be the wrong one.
    ...(login ? { auth: { user: login.user, pass: login.password() }, forceAuth: true } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  })

/** Connects to a relay as for a letter, and sends nothing. @throws what the relay or the network says. */
export async function verifyRelay(relay: MailRelay, patienceMs: number): Promise<void> {
  const transport = connectTo(relay, { connectMs: patienceMs, silenceMs: patienceMs })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

type SmtpError = Error & { responseCode?: number; command?: string; response?: string }

/** It wants a login, another one, or TLS first (RFC 4954, section 6). */
const aboutOurLogin = new Set([530, 534, 535, 538])

/**
 * Only a refusal of the recipient or of the text is about the letter. Other refusals are for the operator to
 * mend, and then the letter may go: the login, the sender, the right to send at all, which many relays
 * answer to RCPT as 5.7.x or as 5.1.7 and 5.1.8 (RFC 3463).
 */
function isForGood({ responseCode = 0, command, response = '' }: SmtpError): boolean {
  if (responseCode < 500 || aboutOurLogin.has(responseCode)) return false
  if (command === 'DATA') return true
  return command === 'RCPT TO' && !/^5\d\d[ -]5\.(7\.\d+|1\.[78])\b/.test(response)
}

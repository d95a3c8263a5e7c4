import { createTransport } from 'nodemailer'
import { connectionTo, type MailRelay } from './smtp-mailer.ts'

/**
 * Connects to a relay as for a letter, with TLS and login where letters have them, and hands nothing over.
 *
 * @throws what the relay or the network says.
 */
export async function verifyRelay(relay: MailRelay, patienceMs: number): Promise<void> {
  const waits = { connectMs: patienceMs, greetingMs: patienceMs, silenceMs: patienceMs }
  const transport = createTransport(connectionTo(relay, waits))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

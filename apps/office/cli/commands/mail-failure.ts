import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { openSmtpMailer } from '@naic/store/mail/smtp-mailer.ts'
import { printable, printableLines } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands, Run } from '../command-run.ts'

const mostLines = 50

export const add: AddCommands = (program, run) => {
  program
    .command('mail-failure')
    .description(
      'mails the operator that a unit of systemd has failed; naic-failed@.service runs it',
    )
    .argument('<unit>', 'as systemd names it', printable)
    .addHelpText('after', `\nExample: council mail-failure naic.service\n\n${about}`)
    .action((unit: string) => mailFailure(run, unit))
}

const about = `What comes by standard input, such as the unit's log, is in the letter; up to ${mostLines} lines.
It reads the settings for letters alone, and goes to the relay at once: a wrong setting elsewhere,
the database or the disk may be what failed. It goes to OPERATOR_EMAIL, or else to STAFF_EMAIL.`

const ofLetters = /^(MAIL_FROM|STAFF_EMAIL|OPERATOR_EMAIL|SMTP_URL|SMTP_PASSWORD(_FILE)?)$/

async function mailFailure(run: Run, unit: string): Promise<void> {
  const others = Object.keys(run.process.env).filter((name) => !ofLetters.test(name))
  const { mailRelay, mailFrom, operatorEmail } = run.settings(others)
  if (!mailRelay) return run.fail(`SMTP_URL is not set, so nobody was told that ${unit} failed.`)
  const { stdin } = run.process
  const log = stdin.isTTY ? '' : await text(stdin)
  const mailer = openSmtpMailer(mailRelay, { name: organisation.name, address: mailFrom })
  try {
    await mailer.send({
      id: randomUUID(),
      to: { name: '', address: operatorEmail },
      replyTo: undefined,
      subject: `${unit} has failed on ${hostname()}`,
      body: wordsOf(unit, log),
    })
    run.say(`Told ${operatorEmail} that ${unit} has failed.`)
  } catch (error) {
    const reason = printable((error as Error).message)
    run.fail(`The letter that ${unit} has failed could not be handed over: ${reason}`)
  } finally {
    mailer.close?.()
  }
}

function wordsOf(unit: string, log: string): string {
  const lines = printableLines(log.trimEnd()).split('\n').slice(-mostLines)
  return `${unit} has failed on ${hostname()}. Nobody mends it by itself.

See why, and start it again once that is mended:

systemctl status ${unit}
journalctl -u ${unit} -n 100
systemctl reset-failed ${unit}; systemctl start ${unit}

docs/monitoring.md says more, under "What to do". You get no more than one such letter an hour for each unit.

The end of its log:

${lines.join('\n') || '(nothing)'}
`
}

import type { Mailbox } from '@naic/platform/mail/mailer.ts'
import { idsOf } from '@naic/admissions/forms/reference.ts'
import { findLetters, type StoredLetter } from '@naic/platform/mail/stored-letters.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printRecord } from '../print.ts'

export const command: Command = {
  summary: 'one letter whole, and what happened to it',
  examples: [
    'outbox show 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-sender',
    'outbox show NAIC-7F3K-92QD',
    'outbox show NAIC-7F3K-92QD --json',
  ],
  define: (line, run) =>
    line
      .argument('<letter>', 'its id as "outbox list" has it, or the reference of what it is about')
      .option('--json', 'for programs: an object')
      .action((asked: string, formats: { json?: true }) => show(run, asked, formats)),
}

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  const config = run.settings()
  const { database, close } = await openStored(config)
  try {
    const [letter, ...others] = await findLetters(database, asked, idsOf(asked))
    if (!letter) {
      run.fail(`There is no letter ${printable(asked)}. "outbox list --state all" has all.`)
    } else if (others.length > 0) {
      const ids = [letter, ...others].map(({ id, subject }) => printable(`  ${id}  ${subject}`))
      run.fail(`Several are about that. Ask for one by its id:\n${ids.join('\n')}`)
    } else {
      printRecord(run, formats, letter, [
        { label: 'Letter', value: letter.id },
        { label: 'From', value: config.mailFrom },
        { label: 'To', value: mailbox(letter.to) },
        { label: 'Reply to', value: letter.replyTo && mailbox(letter.replyTo) },
        { label: 'Subject', value: letter.subject },
        { label: 'Written', value: letter.createdAt },
        { label: 'State', value: whatHappened(letter) },
        { label: 'Text', value: `${letter.body}\n` },
      ])
    }
  } finally {
    await close()
  }
}

const mailbox = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`)

function whatHappened({ state, at, attempts, failingSince, why }: StoredLetter): string {
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  const reason = why === null ? '' : `; the relay said: ${why}`
  switch (state) {
    case 'waiting':
      return `waiting, goes out at ${at}`
    case 'refused-for-now':
      return `refused for now, since ${failingSince}, after ${tries}; is tried again at ${at}${reason}`
    case 'refused-for-good':
      return `refused for good at ${at}, after ${tries}${reason}`
    case 'given-up':
      return `given up at ${at}, after ${tries}${reason}`
    case 'held-back':
      return `held back at ${at}, since what it tells of was taken back; it does not go`
    case 'sent':
      return `sent at ${at}, after ${tries}`
  }
}

import type { Config } from '#server/config.ts'
import type { Mailbox } from '#server/mail/mailer.ts'
import { idsOf } from '#forms/reference.ts'
import { findLetters, type StoredLetter } from '#server/mail/list-letters.ts'
import { printable, printableJson, printableLines } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: 'one letter whole, and what happened to it',
  examples: [
    'outbox show 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42-sender',
    'outbox show NAIC-7F3K-92QD',
    'outbox show NAIC-7F3K-92QD --json',
  ],
  define: (line, settings) =>
    line
      .argument('<letter>', 'its id as "outbox list" has it, or the reference of what it is about')
      .option('--json', 'for programs: an object')
      .action((asked: string, { json }: { json?: true }) => show(settings(), asked, json ?? false)),
}

async function show(config: Config, asked: string, isForPrograms: boolean): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    const [letter, ...others] = await findLetters(database, asked, idsOf(asked))
    if (!letter || others.length > 0) sayWhich(asked, letter ? [letter, ...others] : [])
    else if (isForPrograms) console.log(printableJson(letter))
    else console.log(describe(letter, config.mailFrom))
  } finally {
    await close()
  }
}

function sayWhich(asked: string, letters: readonly StoredLetter[]): void {
  process.exitCode = 1
  if (letters.length === 0) {
    console.error(`There is no letter ${printable(asked)}. "outbox list --state all" has all.`)
    return
  }
  const lines = letters.map(({ id, subject }) => `  ${printable(id)}  ${printable(subject)}`)
  console.error(['Several are about that. Ask for one by its id:', ...lines].join('\n'))
}

function describe(letter: StoredLetter, from: string): string {
  const { id, to, replyTo, subject, createdAt, body } = letter
  const lines: [string, string][] = [
    ['Letter', id],
    ['From', from],
    ['To', shown(to)],
    ...(replyTo ? [['Reply to', shown(replyTo)] as [string, string]] : []),
    ['Subject', subject],
    ['Written', createdAt],
    ['State', whatHappened(letter)],
  ]
  const head = lines.map(([label, text]) => `${`${label}:`.padEnd(10)} ${printable(text)}`)
  return [...head, '', printableLines(body).trimEnd()].join('\n')
}

const shown = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`)

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

import { referenceOf } from '#forms/reference.ts'
import type { Config } from '#server/config.ts'
import { type MessageRead, readMessage } from '#server/contact/read-message.ts'
import { timeInIndia } from '#server/sheets/indian-day.ts'
import { printable, printableLines } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'
import { messageAsked } from '../message-asked.ts'

export const command: Command = {
  summary: 'one message: all of it, whether it was answered, and whether its letters went',
  examples: ['messages show NAIC-7F3K-92QD', 'messages show NAIC-7F3K-92QD --json'],
  define: (line, settings) =>
    line
      .argument('<reference>', 'its reference as people type it, or its id')
      .option('--json', 'for programs')
      .action((asked: string, { json }: { json?: true }) => show(settings(), asked, json ?? false)),
}

async function show(config: Config, asked: string, asJson: boolean): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    const id = await messageAsked(database, asked)
    const message = id === undefined ? undefined : await readMessage(database, id)
    if (!message) return
    if (asJson) {
      const reference = referenceOf(message.id)
      console.log(JSON.stringify({ reference, ...message }, undefined, 2))
    } else console.log(inWords(message))
  } finally {
    await close()
  }
}

function inWords(message: MessageRead): string {
  const { id, received_at, name, email, subject, answered_at, answered_by } = message
  const answered = answered_at
    ? `${timeInIndia(answered_at)}, by ${printable(answered_by ?? '')}`
    : 'not yet'
  const letters = message.letters.map((letter) => `             ${letterInWords(letter)}`)
  return [
    `Reference:   ${referenceOf(id)}`,
    `ID:          ${id}`,
    `Received:    ${timeInIndia(received_at)} (India)`,
    `Name:        ${printable(name)}`,
    `E-mail:      ${printable(email)}`,
    `Subject:     ${printable(subject)}`,
    `Answered:    ${answered}`,
    `Letters:     ${letters.join('\n').trimStart() || 'none are kept'}`,
    '',
    printableLines(message.message),
  ].join('\n')
}

function letterInWords(letter: MessageRead['letters'][number]): string {
  const { to_address, sent_at, refused_at, gave_up_at, due_at, attempts, last_failure } = letter
  const to = `to ${printable(to_address)}:`
  const why = last_failure === null ? '' : ` (${printable(last_failure)})`
  if (sent_at) return `${to} sent ${timeInIndia(sent_at)}`
  if (refused_at) return `${to} refused for good ${timeInIndia(refused_at)}${why}`
  if (gave_up_at) return `${to} given up ${timeInIndia(gave_up_at)}${why}`
  if (attempts === 0) return `${to} waits to be sent`
  return `${to} tried ${attempts} times, again ${timeInIndia(due_at)}${why}`
}

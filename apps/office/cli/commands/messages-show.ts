import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { messageFacts } from '@naic/admissions/forms/shown-fields.ts'
import { type MessageRead, readMessage } from '@naic/admissions/messages/messages.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { messageAsked } from '../asked-by-reference.ts'
import { printRecord } from '../print.ts'

export const command: Command = {
  summary: 'one message: all of it, whether it was answered, and whether its letters went',
  examples: ['messages show NAIC-7F3K-92QD', 'messages show NAIC-7F3K-92QD --json'],
  define: (line, run) =>
    line
      .argument('<reference>', 'its reference as people type it, or its id')
      .option('--json', 'for programs: one object')
      .action((asked: string, formats: { json?: true }) => show(run, asked, formats)),
}

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  const { database, close } = await openStored(run.settings())
  try {
    const id = await messageAsked(run, database, asked)
    const message = id === undefined ? undefined : await readMessage(database, id)
    if (!message) return
    const reference = referenceOf(message.id)
    const answers = messageFacts(message)
    const { answered_at: answeredAt, answered_by: answeredBy } = message
    printRecord(run, formats, { reference, ...message }, [
      { label: 'Reference', value: reference },
      { label: 'ID', value: message.id },
      { label: 'Received', value: timeInIndia(message.received_at) },
      ...answers.flatMap(({ kind, short, value }) =>
        kind === 'text' ? [] : [{ label: short, value: value ?? '(not given)' }],
      ),
      {
        label: 'Answered',
        value: answeredAt === null ? 'not yet' : `${timeInIndia(answeredAt)}, by ${answeredBy}`,
      },
      ...message.letters.map((letter) => ({ label: 'Letter', value: stateOf(letter) })),
      ...answers.flatMap(({ kind, short, value }) =>
        kind === 'text' ? [{ label: short, value: `${value ?? ''}\n` }] : [],
      ),
    ])
  } finally {
    await close()
  }
}

function stateOf(letter: MessageRead['letters'][number]): string {
  const to = `to ${letter.to_address}:`
  const why = letter.last_failure === null ? '' : ` (${letter.last_failure})`
  if (letter.sent_at) return `${to} sent ${timeInIndia(letter.sent_at)}`
  if (letter.refused_at) return `${to} refused for good ${timeInIndia(letter.refused_at)}${why}`
  if (letter.gave_up_at) return `${to} given up ${timeInIndia(letter.gave_up_at)}${why}`
  if (letter.attempts === 0) return `${to} waits to be sent`
  return `${to} tried ${letter.attempts} times, again ${timeInIndia(letter.due_at)}${why}`
}

import { findMessages } from '#server/contact/messages.ts'
import type { Database } from '#server/database/database.ts'
import { printable } from '#server/sheets/printable-text.ts'
import type { Run } from './command-run.ts'

/**
 * The one message that a reference stands for.
 *
 * @returns its id; undefined where there is none, or several: it was said then.
 */
export async function messageAsked(
  run: Run,
  database: Database,
  asked: string,
): Promise<string | undefined> {
  const [message, ...others] = await findMessages(database, asked)
  if (message && others.length === 0) return message.id
  run.exitCode = 1
  if (message) {
    const ids = [message, ...others].map(({ id, name }) => `${id}  ${printable(name)}`)
    run.say(`Several have this reference. Ask for one by its id:\n${ids.join('\n')}`)
  } else run.say(`There is no message with the reference ${printable(asked)}.`)
  return undefined
}

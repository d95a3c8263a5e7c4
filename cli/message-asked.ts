import { findMessages } from '#server/contact/read-message.ts'
import type { Database } from '#server/database/database.ts'
import { printable } from '#server/sheets/printable-text.ts'

/**
 * The one message that a reference stands for.
 *
 * @returns its id; undefined where there is none, or several: it was said then.
 */
export async function messageAsked(database: Database, asked: string): Promise<string | undefined> {
  const [message, ...others] = await findMessages(database, asked)
  if (message && others.length === 0) return message.id
  process.exitCode = 1
  if (message) {
    const ids = [message, ...others].map(({ id, name }) => `${id}  ${printable(name)}`)
    console.error(`Several have this reference. Ask for one by its id:\n${ids.join('\n')}`)
  } else console.error(`There is no message with the reference ${printable(asked)}.`)
  return undefined
}

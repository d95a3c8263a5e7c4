import { findMessages } from '@naic/admissions/messages/messages.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Run } from './command-run.ts'

/** Says why a reference leads to no application, or to several, and that the command has failed. */
export function sayNotFound(
  run: Run,
  result: { state: 'several'; others: { id: string; name: string }[] } | { state: 'unknown' },
  asked: string,
): void {
  run.exitCode = 1
  if (result.state === 'unknown') {
    const byAddress = asked.includes('@')
      ? ` Look for it with "applications --text ${shellWord(printable(asked))}".`
      : ''
    run.say(`There is no application with the reference ${printable(asked)}.${byAddress}`)
    return
  }
  const ids = result.others.map(({ id, name }) => `${id}  ${printable(name)}`)
  run.say(`Several have this reference. Ask for one by its id:\n${ids.join('\n')}`)
}

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

/** @returns a text as a shell takes it for one word, whatever is in it. */
export const shellWord = (text: string): string =>
  /^[\w@.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

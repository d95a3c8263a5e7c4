import { printable } from '#server/sheets/printable-text.ts'
import type { Run } from './command-run.ts'
import { shellWord } from './shell-word.ts'

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

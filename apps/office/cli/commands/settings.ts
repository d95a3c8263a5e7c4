import { readSettings } from '#health/examine-settings.ts'
import type { ListedSetting } from '@naic/house/settings/described-settings.ts'
import type { Run } from '../command-run.ts'
import type { Commands } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'

export const commands: Commands = {
  settings: {
    summary: 'what is set, without secrets, and what is wrong with it',
    examples: ['settings', 'settings --all', 'settings --json'],
    define: (line, run) =>
      addFormats(line.option('--all', 'also what is not set, with its default'))
        .addHelpText('after', `\n${ofSettings}`)
        .action((options: Options) => show(run, options)),
  },
}

const ofSettings = `docs/settings.md says what each means. Ends with 1 if a setting is wrong, or if a name looks
like one with a slip in it, which has no effect.`

type Options = { all?: true } & Formats

const columns: readonly Column<ListedSetting>[] = [
  { key: 'name', title: 'Setting', of: ({ name }) => name },
  { key: 'value', title: 'Value', of: ({ value }) => value ?? null },
  { key: 'from', title: 'From', of: ({ from }) => from ?? 'default' },
]

async function show(run: Run, { all, ...formats }: Options): Promise<void> {
  const { listed, misspelt } = run.listSettings()
  const shown = listed.filter(({ from }) => all || from !== undefined)
  await printRows(run, shown, columns, formats)
  if (!all) run.say(`${listed.length - shown.length} are as they come; --all shows them too.`)
  for (const one of misspelt) run.fail(printable(one))
  for (const { says } of readSettings(run.settings).findings) run.fail(printable(says))
}

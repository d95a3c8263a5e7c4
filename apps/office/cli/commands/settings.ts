import { readSettings } from '#health/examine-settings.ts'
import {
  type ListedSetting,
  listSettings,
  misspeltSettings,
} from '@naic/house/settings/described-settings.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands } from '../command-run.ts'
import { type Column, type Format, printRows } from '../print.ts'

export const add: AddCommands = (program, run) => {
  program
    .command('settings')
    .description('what is set, without secrets, and what is wrong with it (docs/settings.md)')
    .option('--all', 'also what is not set, with its default')
    .option('--json', 'for programs: a list of objects')
    .addHelpText('after', '\nExample: council settings --all\nEnds with 1 if a setting is wrong.')
    .action(({ all, ...format }: { all?: true } & Format) => {
      const listed = listSettings(run.process.env)
      const shown = listed.filter(({ from }) => all || from !== undefined)
      printRows(run, shown, columns, format)
      if (!all) run.say(`${listed.length - shown.length} are as they come; --all shows them too.`)
      for (const one of misspeltSettings(run.process.env)) run.fail(printable(one))
      for (const { says } of readSettings(run.settings).findings) run.fail(printable(says))
    })
}

const columns: readonly Column<ListedSetting>[] = [
  { key: 'name', title: 'Setting', of: ({ name }) => name },
  { key: 'value', title: 'Value', of: ({ value }) => value ?? null },
  { key: 'from', title: 'From', of: ({ from }) => from ?? 'default' },
]

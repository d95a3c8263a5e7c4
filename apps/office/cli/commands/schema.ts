import { openDatabase, requireStored, storedSchema } from '@naic/house/storage.ts'
import type { SchemaState } from '@naic/store/database/migrations.ts'
import { printable, printableJson } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands } from '../command-line.ts'
import type { Run } from '../command-run.ts'

/** The tables: bringing them up to date, and whether this version may. */
export const add: AddCommands = (program, run) => {
  program
    .command('migrate')
    .description("brings the database's tables up to date, as a start of the server does")
    .addHelpText('after', '\nExample: council migrate')
    .action(async () => {
      const config = run.settings()
      if (!config.database) await requireStored(config)
      await (await openDatabase(config)).close()
      run.print('The tables are up to date.')
    })

  program
    .command('schema')
    .description('whether this version may work with the tables, and what it would add')
    .option('--json', 'for programs: an object')
    .addHelpText('after', `\nExample: council schema\n\n${ofSchema}`)
    .action(({ json }: { json?: true }) => schema(run, json))
}

const ofSchema = `Ends with 0 if this version may work with the tables: they are its own, or of an older version
and its start brings them up to date. Else with 1. Nothing is changed.`

async function schema(run: Run, json: true | undefined): Promise<void> {
  const state = await storedSchema(run.settings())
  if (json) run.print(printableJson(state ?? null))
  else for (const line of describe(state)) run.print(printable(line))
  if (state?.refusal !== undefined) run.fail(printable(`The tables are ${state.refusal}`))
}

function describe(state: SchemaState | undefined): string[] {
  if (!state) return ['Nothing is stored yet: the first start makes the tables.']
  const { done, toCome } = state
  return [
    `The tables have ${done.join(', ')}.`,
    ...(toCome.length > 0 ? [`This version adds ${toCome.join(', ')}.`] : []),
  ]
}

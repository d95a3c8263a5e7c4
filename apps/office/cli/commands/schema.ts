import { openDatabase, requireStored, storedSchema } from '@naic/house/storage.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands } from '../command-run.ts'

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
    .description(
      'names what a start of this version would add to the tables; nothing if it adds none',
    )
    .addHelpText('after', `\nExample: council schema\n\n${ofSchema}`)
    .action(async () => {
      const state = await storedSchema(run.settings())
      for (const name of state?.toCome ?? []) run.print(name)
      if (state?.refusal !== undefined) run.fail(printable(`The tables are ${state.refusal}`))
    })
}

const ofSchema = `Ends with 1 if this version may not work with the tables, such as those of a newer one. Nothing is changed.`

import { moveData } from '#moving/move-data.ts'
import { openDatabase, requireStored, storedSchema } from '@naic/house/storage.ts'
import type { SchemaState } from '@naic/store/database/migrations.ts'
import { printable, printableJson } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands } from '../command-line.ts'
import type { Run } from '../command-run.ts'
import { Progress } from '../progress.ts'

/** The tables, and their place: bringing them up to date, and moving the data to another place. */
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

  program
    .command('move-data')
    .description('copies what is in DATA_DIR to DATABASE_URL, FILES_URL or both, once')
    .addHelpText('after', '\nExample: council move-data')
    .action(() => move(run))
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

async function move(run: Run): Promise<void> {
  const config = run.settings()
  const progress = new Progress(run)
  const report = await moveData(config, progress.show).finally(() => progress.stop())
  if (!report) {
    return run.fail(
      'Nothing is to be moved. Set where to: DATABASE_URL for rows, FILES_URL for resumes and the last checkpoint, or both (docs/beyond-one-server.md). "council check" looks at what was moved before.',
      2,
    )
  }
  const { faults, rows, resumes, moved } = report
  if (faults.length > 0) {
    return run.fail(
      `${faults.map(printable).join('\n')}\nThe move is not done, and DATA_DIR is as it was. Mend this, and move again.`,
    )
  }
  run.print(
    `${rows} rows were copied and are the same there. ${resumes} resumes are as they were received. The log is as it was signed.`,
  )
  for (const place of [moved.rows, moved.resumes]) {
    if (place) run.print(`Moved to ${place.to} at ${place.at}.`)
  }
  run.print(
    'Start the server with these settings. Without them, nothing starts on this DATA_DIR again (moved.json).',
  )
  if (!config.privateKeys) {
    run.print(
      'Private keys stay in DATA_DIR/keys, with which one server goes on; several copies need them as CREDENTIALS_KEYS and LOG_KEYS (docs/certificates.md).',
    )
  }
  if (!config.mailRelay) run.print('Letters that are files stay in DATA_DIR/mail.')
}

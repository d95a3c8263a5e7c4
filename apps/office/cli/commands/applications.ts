import {
  applicationColumns,
  toListed,
  walkApplications,
} from '@naic/admissions/applications/list-applications.ts'
import { openStored } from '@naic/house/storage.ts'
import type { AddCommands } from '../command-run.ts'
import { printJson, toObject } from '../print.ts'

/** Applications for scripts and archives. The staff work with them, and choose among them, at the desk. */
export const add: AddCommands = (program, run) => {
  program
    .command('applications')
    .description('applications for programs')
    .command('export')
    .description('all applications, without resumes')
    .requiredOption('--json', 'for programs: a list of objects')
    .addHelpText('after', '\nExample: council applications export --json > all.json')
    .action(async () => {
      await using stored = await openStored(run.settings())
      const all: object[] = []
      for await (const rows of walkApplications(stored.database, {})) {
        all.push(...rows.map(toListed).map(toObject(applicationColumns)))
      }
      printJson(run, all)
    })
}

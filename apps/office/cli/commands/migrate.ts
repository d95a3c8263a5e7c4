import { bringTablesUpToDate } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: "brings the database's tables up to date, as a start of the server does",
  examples: ['migrate'],
  define: (line, run) =>
    line.action(async () => {
      await bringTablesUpToDate(run.settings())
      run.print('The tables are up to date.')
    }),
}

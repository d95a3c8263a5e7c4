import { bringTablesUpToDate } from '#server/storage.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  summary: "brings the database's tables up to date, as a start of the server does",
  examples: ['migrate'],
  define: (line, settings) =>
    line.action(async () => {
      await bringTablesUpToDate(settings())
      console.log('The tables are up to date.')
    }),
}

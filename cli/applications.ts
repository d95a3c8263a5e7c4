import type { Config } from '#server/config.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from './command.ts'
import { tableLine } from './printable-text.ts'

const newest = 50

export const command: Command = {
  summary: `the ${newest} newest applications, newest first`,
  examples: ['applications', 'applications > applications.tsv'],
  define: (line, settings) => line.action(() => listApplications(settings())),
}

async function listApplications(config: Config): Promise<void> {
  const { database, close } = await openStored(config)
  const rows = await database.read(
    database.build
      .selectFrom('application')
      .select(['received_at', 'id', 'domain', 'name', 'email'])
      .orderBy('received_at', 'desc')
      .limit(newest)
      .compile(),
  )
  for (const row of rows) console.log(tableLine(Object.values(row)))
  await close()
}

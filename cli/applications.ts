import { openStored } from '#server/services.ts'
import type { Command } from './command.ts'
import { tableLine } from './printable-text.ts'

const newest = 50

export const command: Command = {
  usage: `applications              the ${newest} newest applications, newest first`,
  async run(config, args) {
    if (args.length > 0) return false
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
    return true
  },
}

import { openStorage } from '#server/services.ts'
import type { Command } from './council.ts'

export const command: Command = {
  usage: `checkpoints export [--newest]
                             the signed checkpoints as JSON lines, for whoever mirrors them;
                             with --newest the newest one alone, as it was signed`,
  async run(config, args) {
    const isNewest = args[0] === '--newest'
    if (args.length > (isNewest ? 1 : 0)) return false
    const { database, close } = await openStorage(config)
    const all = database.build.selectFrom('log_checkpoint').selectAll()
    if (isNewest) {
      const [row] = await database.read(all.orderBy('size', 'desc').limit(1).compile())
      process.stdout.write(row?.note ?? '')
    } else {
      for (const row of await database.read(all.orderBy('size').compile())) {
        console.log(JSON.stringify(row))
      }
    }
    await close()
    return true
  },
}

import { pipeline } from 'node:stream/promises'
import { openStored } from '#server/services.ts'
import type { Command } from './command.ts'
import { printable } from './printable-text.ts'

export const command: Command = {
  usage: 'resume REFERENCE > FILE   the resume of one application',
  async run(config, [id, ...more]) {
    if (!id || more.length > 0) return false
    // Whoever sent it may have written it for a terminal to obey.
    if (process.stdout.isTTY) {
      console.error('A resume is no text for a screen. Add "> FILE" to the command.')
      process.exitCode = 2
      return true
    }
    const { database, files, close } = await openStored(config)
    const [row] = await database.read(
      database.build
        .selectFrom('application')
        .select(['resume_key', 'resume_name'])
        .where('id', '=', id)
        .compile(),
    )
    const bytes = row && (await files.read(row.resume_key))
    if (bytes) {
      await pipeline(bytes, process.stdout, { end: false })
      console.error(`The applicant called the file "${printable(row.resume_name)}".`)
    } else {
      console.error(`There is no application with the reference ${printable(id)}.`)
      process.exitCode = 1
    }
    await close()
    return true
  },
}

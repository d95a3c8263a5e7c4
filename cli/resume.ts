import { pipeline } from 'node:stream/promises'
import { openStored } from '#server/services.ts'
import type { Command } from './council.ts'

export const command: Command = {
  usage: 'resume REFERENCE > FILE   the resume of one application',
  async run(config, [id, ...more]) {
    if (!id || more.length > 0) return false
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
      console.error(`The applicant called the file "${row.resume_name}".`)
    } else {
      console.error(`There is no application with the reference ${id}.`)
      process.exitCode = 1
    }
    await close()
    return true
  },
}

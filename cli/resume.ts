import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from './command.ts'
import { printable } from './printable-text.ts'

export const command: Command = {
  summary: 'the resume of one application',
  examples: ['resume 8f14e45f-ceea-467f-a8d9-3c1f0e5b7a42 > resume.pdf'],
  define: (line, settings) =>
    line
      .argument('<reference>', 'the reference of the application')
      .action((id: string) => writeResume(settings, id)),
}

async function writeResume(settings: () => Config, id: string): Promise<void> {
  // Whoever sent it may have written it for a terminal to obey.
  if (process.stdout.isTTY) {
    console.error('A resume is no text for a screen. Add "> FILE" to the command.')
    process.exitCode = 2
    return
  }
  const { database, files, close } = await openStored(settings())
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
}

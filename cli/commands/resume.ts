import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import { findApplications } from '#server/applications/find-application.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'
import { printable } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'the resume of one application',
  examples: ['resume NAIC-7F3K-92QD > resume.pdf'],
  define: (line, settings) =>
    line
      .argument('<reference>', 'the reference of the application, or its id')
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
  const [row, ...others] = await findApplications(database, id)
  if (row && others.length > 0) {
    const ids = [row, ...others].map((one) => `${one.id}  ${printable(one.name)}`)
    console.error(`Several have this reference. Ask for one by its id:\n${ids.join('\n')}`)
    process.exitCode = 1
    await close()
    return
  }
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

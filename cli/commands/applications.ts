import { internshipOnDisk } from '#content/internships-on-disk.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Config } from '#server/config.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'
import { tableLine } from '#server/sheets/printable-text.ts'

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
      .select(['received_at', 'id', 'domain', 'internship', 'name', 'email'])
      .orderBy('received_at', 'desc')
      .limit(newest)
      .compile(),
  )
  for (const { id, internship, ...row } of rows) {
    const title = internship === null ? '' : (internshipOnDisk(internship)?.title ?? internship)
    const { received_at, domain, name, email } = row
    console.log(tableLine([received_at, referenceOf(id), domain, name, email, title]))
  }
  await close()
}

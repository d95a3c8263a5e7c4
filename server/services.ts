import path from 'node:path'
import organisation from '#content/organisation.json' with { type: 'json' }
import type { ApplicationServices } from './applications/submit-application.ts'
import type { Config } from './config.ts'
import type { ContactServices } from './contact/submit-message.ts'
import { openSqliteDatabase } from './database/sqlite-database.ts'
import { openDiskFileStore } from './files/disk-file-store.ts'
import { Staging } from './files/staging.ts'
import type { Log } from './log.ts'
import { openFolderMailer } from './mail/folder-mailer.ts'
import { Outbox } from './mail/outbox.ts'

/** All wiring: what runs on what. The domains of the server meet here and nowhere else. */
export type Services = Awaited<ReturnType<typeof openServices>>

export async function openServices(config: Config, log: Log) {
  const { database, files } = await openStorage(config)
  const staging = new Staging(path.join(config.dataDir, 'tmp'))
  const mailer = await openFolderMailer(path.join(config.dataDir, 'mail'), {
    name: organisation.name,
    address: config.mailFrom,
  })
  const outbox = new Outbox(database, mailer, log)
  const { staffEmail } = config
  const applications: ApplicationServices = { database, files, outbox, staffEmail }
  const contact: ContactServices = { database, outbox, staffEmail }

  return { config, log, database, files, staging, outbox, applications, contact }
}

/** What was stored, for the server and for the command line. */
export async function openStorage({ dataDir }: Pick<Config, 'dataDir'>) {
  const database = await openSqliteDatabase(path.join(dataDir, 'naic.sqlite'))
  const files = await openDiskFileStore(path.join(dataDir, 'resumes'))
  return { database, files, close: () => database.close() }
}

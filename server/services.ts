import { access } from 'node:fs/promises'
import path from 'node:path'
import organisation from '#content/organisation.json' with { type: 'json' }
import type { ApplicationServices } from './applications/submit-application.ts'
import { type ScanResult, scanForVirus } from './applications/virus-scanner.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import type { ContactServices } from './contact/submit-message.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Database } from './database/database.ts'
import { holdsTables, openPostgresDatabase } from './database/postgres/postgres-database.ts'
import { openSqliteDatabase, whileAlone } from './database/sqlite/sqlite-database.ts'
import { Bucket } from './files/bucket.ts'
import { openDiskFileStore } from './files/disk-file-store.ts'
import type { FileStore } from './files/file-store.ts'
import { removeUnfinished } from './files/durable-file.ts'
import { openS3FileStore } from './files/s3-file-store.ts'
import { Staging } from './files/staging.ts'
import { createLog, type Log } from './log.ts'
import { openFolderMailer } from './mail/folder-mailer.ts'
import { Outbox } from './mail/outbox.ts'
import { openSmtpMailer } from './mail/smtp-mailer.ts'
import { requireNotMoved } from './moved-data.ts'
import { CertificatePictures } from './pictures/certificate-pictures.ts'
import { KeyFolder } from './registry/keys/key-folder.ts'
import { KeySettings } from './registry/keys/key-settings.ts'
import { openCheckpointInBucket } from './registry/log/checkpoint-in-bucket.ts'
import { openCheckpointInFolder } from './registry/log/checkpoint-in-folder.ts'
import { connectRegistry, openRegistry } from './registry/open-registry.ts'
import { CheckpointStamps } from './registry/stamps/checkpoint-stamps.ts'
import { StatusList } from './registry/issuing/status-list-credential.ts'

/** All wiring: what runs on what. The domains of the server meet here and nowhere else. */
export type Services = Awaited<ReturnType<typeof openServices>>

export async function openServices(config: Config, log: Log) {
  const { database, files } = await openStorage(config)
  await requireListed(files)
  await tidyKeys(config)
  const staging = new Staging(path.join(config.dataDir, 'tmp'))
  const outbox = new Outbox(database, await openMailer(config), log)
  const { staffEmail } = config
  const scan = createScan(config)
  const applications: ApplicationServices = { database, files, outbox, scan, staffEmail }
  const contact: ContactServices = { database, outbox, staffEmail }
  const warn = (sentence: string) => log.warn(sentence)
  const registry = await openRegistry({ ...(await registryPlace(config)), database, outbox, warn })
  if (registry.siteUrl !== config.siteUrl) {
    log.warn(
      `Certificates are signed for ${registry.siteUrl}, under which the registry was made; SITE_URL is another.`,
    )
  }
  const stamps = new CheckpointStamps({
    database,
    transparencyLog: registry.log,
    log,
    calendars: config.stampCalendars,
  })
  const certificates = {
    registry,
    statusList: new StatusList(registry),
    pictures: new CertificatePictures(config.siteUrl),
  }
  const metrics = await takeMetrics(config, database)

  return {
    config,
    log,
    database,
    files,
    staging,
    outbox,
    applications,
    contact,
    certificates,
    stamps,
    metrics,
  }
}

/** A store that answers nothing, or refuses, is better known before visitors are. */
async function requireListed(files: FileStore): Promise<void> {
  const listing = files.list()[Symbol.asyncIterator]()
  await listing.next()
  // Or a folder would stay open.
  await listing.return?.()
}

/**
 * A command writes keys as well; while it does, it has SQLite's file open. With another database
 * nobody can say that none does, and what is left unfinished stays for its hour.
 */
async function tidyKeys({ dataDir, database, bucket, privateKeys }: Config): Promise<void> {
  if (database || (bucket && privateKeys)) return
  await whileAlone(databaseFile(dataDir), () => removeUnfinished(path.join(dataDir, 'keys')))
}

/** What they are made with takes memory and time, which are spent where they are wanted. */
async function takeMetrics({ metricsPort }: Config, database: Database) {
  if (metricsPort === undefined) return undefined
  const { Metrics } = await import('./metrics/metrics.ts')
  return new Metrics(database)
}

/** Letters leave by the relay that is set, or become files. */
function openMailer({ mailRelay, mailFrom, dataDir }: Config) {
  const council = { name: organisation.name, address: mailFrom }
  return mailRelay
    ? openSmtpMailer(mailRelay, council)
    : openFolderMailer(path.join(dataDir, 'mail'), council)
}

function createScan({ virusScanner }: Config): ApplicationServices['scan'] {
  if (!virusScanner) return undefined
  return async (file, log): Promise<ScanResult> => {
    try {
      const result = await scanForVirus(file, virusScanner)
      if (result.state === 'infected') log.warn({ virus: result.name }, 'scan: a resume is refused')
      return result
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'scan: no answer')
      throw error
    }
  }
}

/** Where the registry's keys and its last checkpoint are, and under which address it is made. */
async function registryPlace({ dataDir, siteUrl, bucket, privateKeys: given }: Config) {
  const keysFolder = path.join(dataDir, 'keys')
  const privateKeys = given ? new KeySettings(given) : await KeyFolder.open(keysFolder)
  const lastCheckpoint = bucket
    ? openCheckpointInBucket(new Bucket(bucket), bucket)
    : await openCheckpointInFolder(keysFolder)
  return { lastCheckpoint, privateKeys, siteUrl }
}

/**
 * The registry for the command line. Its letters wait in the outbox for the server to send.
 *
 * @throws RegistryRefused as at the start of the server; ConfigError where there is no registry.
 */
export async function openCertificates(config: Config) {
  await requireStored(config)
  return openFor(config, openRegistry)
}

/**
 * As `openCertificates`, for issuing: where there is no registry, one is begun, but only for a
 * SITE_URL that was set: what is signed for a wrong address stays so.
 */
export const openCertificatesToIssue = (config: Config) =>
  config.isSiteUrlSet ? openFor(config, openRegistry) : openCertificates(config)

/** The registry as it stands, whatever is wrong with it. */
export async function openStoredRegistry(config: Config) {
  await requireStored(config)
  return openFor(config, connectRegistry)
}

/**
 * What was stored, for the command line.
 *
 * @throws ConfigError where nothing was.
 */
export async function openStored(config: Config) {
  await requireStored(config)
  return openStorage(config)
}

/** @throws ConfigError where nothing was, or it was moved elsewhere. */
export async function requireStored(config: Config): Promise<void> {
  if (!(await isNew(config))) return
  const { dataDir, database } = config
  throw new ConfigError(
    database
      ? `DATABASE_URL is ${database.shown}, where nothing is stored. Set it to the database that the server uses, or start the server first.`
      : `DATA_DIR is ${dataDir}, where nothing is stored. Set it to the folder that the server uses, or start the server first.`,
  )
}

/**
 * @returns whether nothing was ever stored where the settings lead.
 * @throws ConfigError where it was moved elsewhere.
 */
export async function isNew(config: Config): Promise<boolean> {
  await requireNotMoved(config)
  if (config.database) return !(await holdsTables(config.database))
  return access(databaseFile(config.dataDir)).then(
    () => false,
    () => true,
  )
}

/** Makes the registry, where there is none, and does nothing else. */
export async function beginRegistry(config: Config): Promise<void> {
  const { close } = await openFor(config, openRegistry)
  await close()
}

async function openFor(config: Config, open: typeof openRegistry) {
  const { database, close } = await openStorage(config)
  try {
    return { registry: await openRegistryIn(database, config, open), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The registry of rows that are open already; keys and last checkpoint are where the settings say.
 *
 * @param open as it stands, whatever is wrong with it, unless another way is given.
 */
export async function openRegistryIn(
  database: Database,
  config: Config,
  open: typeof openRegistry = connectRegistry,
) {
  const nobody = { send: () => Promise.reject(new Error('The command line sends no letters.')) }
  const outbox = new Outbox(database, nobody, createLog())
  const warn = (sentence: string) => console.error(sentence)
  return open({ ...(await registryPlace(config)), database, outbox, warn })
}

export const databaseFile = (dataDir: string) => path.join(dataDir, 'naic.sqlite')

async function openStorage(config: Config) {
  await makeDataFolder(config)
  const database = await openDatabase(config)
  const files = await openFiles(config)
  return { database, files, close: () => database.close() }
}

/** Where resumes are. */
export const openFiles = async ({ dataDir, bucket }: Config): Promise<FileStore> =>
  bucket
    ? openS3FileStore(new Bucket(bucket), `${bucket.prefix}resumes/`)
    : openDiskFileStore(path.join(dataDir, 'resumes'))

/** Opening brings the tables up to date; a database is made where there was none of SQLite's. */
export async function openDatabase(config: Config): Promise<Database> {
  await requireNotMoved(config)
  if (config.database) return openPostgresDatabase(config.database)
  const database = await openSqliteDatabase(databaseFile(config.dataDir))
  try {
    // Whoever moves the rows has the file alone, and nobody has who has read: what is so now stays so.
    await database.read(database.build.selectFrom('registry').select('id').compile())
    await requireNotMoved(config)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Brings the tables up to date and does nothing else: PostgreSQL's need their owner for that. */
export async function bringTablesUpToDate(config: Config): Promise<void> {
  if (!config.database) await requireStored(config)
  const database = await openDatabase(config)
  await database.close()
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { schemaFor } from './council-schema.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { SchemaState } from '@naic/store/database/migrations.ts'
import { openPostgresDatabase } from '@naic/store/database/postgres/postgres-database.ts'
import { postgresSchemaState } from '@naic/store/database/postgres/postgres-schema.ts'
import {
  forgetDeleted,
  openSqliteDatabase,
  sqliteSchemaState,
} from '@naic/store/database/sqlite/sqlite-database.ts'
import { Bucket } from '@naic/store/files/bucket.ts'
import { openDiskFileStore } from '@naic/store/files/disk-file-store.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { openS3FileStore } from '@naic/store/files/s3-file-store.ts'

export const databaseFile = (dataDir: string) => path.join(dataDir, 'naic.sqlite')

/** Opens rows and resumes. @param keptMb of SQLite's file in memory, if it is not to be searched through. */
export async function openStorage(config: Config, keptMb?: number) {
  await makeDataFolder(config)
  const database = await openDatabase(config, keptMb)
  const files = await openFiles(config)
  const close = () => database.close()
  return { database, files, close, [Symbol.asyncDispose]: close }
}

export const openFiles = async ({ dataDir, bucket }: Config): Promise<FileStore> =>
  bucket
    ? openS3FileStore(new Bucket(bucket), `${bucket.prefix}resumes/`)
    : openDiskFileStore(path.join(dataDir, 'resumes'))

/** Opening brings the tables up to date, and makes a missing SQLite database. */
export async function openDatabase(config: Config, keptMb?: number): Promise<Database> {
  if (config.database) return openPostgresDatabase(config.database, schemaFor(config))
  return openSqliteDatabase(databaseFile(config.dataDir), schemaFor(config), keptMb)
}

/** As `forgetDeleted`; PostgreSQL does its own housekeeping. @returns false if it must be tried again. */
export const forgetDeletedRows = ({ database, dataDir }: Config): boolean =>
  database !== undefined || forgetDeleted(databaseFile(dataDir))

/** @returns undefined if nothing was ever stored. Changes nothing. @throws DatabaseUnusable if it cannot be asked. */
export async function storedSchema(config: Config): Promise<SchemaState | undefined> {
  const schema = schemaFor(config)
  if (config.database) {
    const state = await postgresSchemaState(config.database, schema)
    return state.done.length > 0 ? state : undefined
  }
  const file = databaseFile(config.dataDir)
  return existsSync(file) ? sqliteSchemaState(file, schema) : undefined
}

/** Whether nothing was ever stored at the places in the settings. @throws as `storedSchema`. */
export const isNew = async (config: Config): Promise<boolean> =>
  (await storedSchema(config)) === undefined

/** @throws ConfigError if nothing was stored. */
export async function openStored(config: Config) {
  await requireStored(config)
  return openStorage(config)
}

/** @throws ConfigError if nothing was stored. */
export async function requireStored(config: Config): Promise<void> {
  if (!(await isNew(config))) return
  const { dataDir, database } = config
  const [place, what] = database
    ? [`DATABASE_URL is ${database.shown}`, 'database']
    : [`DATA_DIR is ${dataDir}`, 'folder']
  throw new ConfigError(
    `${place}, where nothing is stored. Set it to the ${what} that the server uses, or start the server first.`,
  )
}

import type { Config } from './config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { DatabaseUnusable, NoRight } from '@naic/store/database/database.ts'
import { BucketUnavailable } from '@naic/store/files/bucket-fault.ts'
import { FileRefused } from '@naic/store/files/write-new-file.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { Unavailable } from '@naic/store/unavailable.ts'

type Settings = Pick<Config, 'dataDir' | 'database'>

/**
 * Why a start or a command failed, for the operator.
 *
 * @returns a sentence that names the setting and says what to do; undefined if no setting can mend it.
 */
export function explainFailure(error: unknown, settings: Settings | undefined): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sentence = explain(cause, settings)
    if (sentence) return sentence
  }
  if (!(error instanceof Unavailable) || !settings) return undefined
  const places = settings.database
    ? `DATABASE_URL is ${settings.database.shown}, and DATA_DIR ${settings.dataDir}.`
    : placeOf(settings)
  return `${places} What is stored there cannot be used: ${error.message}`
}

const askTheOwner =
  'Its user may not do this, and nothing was done. Run the same as the owner of the tables: "council --as-owner …", or with that user in DATABASE_URL and its password in DATABASE_PASSWORD (docs/beyond-one-server.md).'

const placeOf = ({ database, dataDir }: Settings) =>
  database ? `DATABASE_URL is ${database.shown}.` : `DATA_DIR is ${dataDir}.`

function explain(error: Error, settings: Settings | undefined): string | undefined {
  const speaksForItself = [ConfigError, RegistryRefused, BucketUnavailable, FileRefused]
  if (speaksForItself.some((kind) => error instanceof kind)) return error.message
  if (!settings) return undefined
  if (error instanceof DatabaseUnusable) return `${placeOf(settings)} ${error.message}`
  if (error instanceof NoRight) return `${placeOf(settings)} ${askTheOwner}`
  const { code, path } = error as NodeJS.ErrnoException
  return code && path !== undefined ? explainFile(code, path, settings) : undefined
}

const reasons: readonly [codes: string, reason: string][] = [
  ['EACCES EPERM', 'this user has no permission'],
  ['EEXIST ENOTDIR', 'it is no folder'],
  ['EROFS', 'its disk is read-only'],
  ['ENOSPC EDQUOT', 'the disk is full'],
  ['ENOENT', 'it cannot be made there'],
  ['ENAMETOOLONG', 'the name is too long'],
]

/** @returns undefined for a file that has nothing to do with the data folder. */
function explainFile(code: string, file: string, { dataDir }: Settings): string | undefined {
  if (!isWithin(file, dataDir) && !isWithin(dataDir, file)) return undefined
  const place = file === dataDir ? 'which' : `and ${file}`
  const [, reason = code] = reasons.find(([codes]) => codes.split(' ').includes(code)) ?? []
  return `DATA_DIR is ${dataDir}, ${place} cannot be used: ${reason}. Set it to a folder that this user (number ${process.getuid?.()}) may read and write, with all that is in it.`
}

const isWithin = (file: string, folder: string) => `${file}/`.startsWith(`${folder}/`)

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import type { Database } from '@naic/store/database/database.ts'
import { describeTable, integer, type RowsOf, text } from '@naic/store/database/tables.ts'
import { readIfThere, writeDurably } from '@naic/store/files/durable-file.ts'

/** One row for each place where resumes were kept: the highest number is the place of today. */
export const resumePlaceTables = {
  resume_place: describeTable(
    {
      /** From 1. */
      number: integer,
      /** ID of the folder, which is in the folder as well; or "bucket". */
      place: text,
      /** The same for people: machine and path, or the bucket. */
      named: text,
      since: text,
    },
    { key: ['number'], growsOnly: true, rights: 'INSERT', desk: 'SELECT', whose: 'council' },
  ),
}

declare module '@naic/store/database/tables.ts' {
  interface Tables extends RowsOf<typeof resumePlaceTables> {}
}

/** The file with the ID of a folder of resumes, in the folder itself, so that it moves with them. */
export const placeFile = '.place'

const bucketPlace = 'bucket'

/**
 * Makes sure that this server keeps resumes where the other servers on its rows do, and stores that place
 * (decision 014). Rows of SQLite are in the same folder as the resumes.
 *
 * @throws ConfigError if resumes are in another folder, or in a bucket.
 */
export async function keepResumePlace(config: Config, database: Database): Promise<void> {
  if (!config.database) return
  const here = (await placeOf(config)) ?? (await makeId(config))
  const fault = await database.write(async (transaction) => {
    const newest = await readPlace({ read: transaction })
    const elsewhere = whyElsewhere(config, newest, here)
    if (elsewhere || newest?.place === here) return elsewhere
    const number = (newest?.number ?? 0) + 1
    const { bucket, dataDir } = config
    const named = bucket
      ? `${bucket.address}/${bucket.prefix}`
      : `${hostname()}:${path.join(dataDir, 'resumes')}`
    const values = { number, place: here, named, since: new Date().toISOString() }
    await transaction.insertInto('resume_place').values(values).execute()
    return undefined
  })
  if (fault) throw new ConfigError(fault)
}

/** @returns a sentence if resumes are kept at another place than the settings say. Writes nothing. */
export async function resumePlaceFault(config: Config, database: Database) {
  if (!config.database) return undefined
  return whyElsewhere(config, await readPlace(database), await placeOf(config))
}

function whyElsewhere(
  config: Config,
  newest: Awaited<ReturnType<typeof readPlace>>,
  place: string | undefined,
): string | undefined {
  // They may always go to a bucket: "council restore" brings them there.
  if (!newest || newest.place === place || place === bucketPlace) return undefined
  if (newest.place === bucketPlace) {
    return `Resumes of this database are in a bucket (${newest.named}), and FILES_URL is not set. Set it to that.`
  }
  return `DATA_DIR is ${config.dataDir}, and resumes of this database are kept in another folder (${newest.named}). Several servers on one database need FILES_URL (docs/beyond-one-server.md). If the folder was moved here, its "resumes" has to come whole; if it is gone for good, write ${newest.place} into ${idFile(config)}.`
}

async function readPlace({ read }: Pick<Database, 'read'>) {
  const query = read.selectFrom('resume_place').selectAll().orderBy('number', 'desc').limit(1)
  const [newest] = await query.execute()
  return newest
}

const placeOf = async (config: Config): Promise<string | undefined> =>
  config.bucket ? bucketPlace : (await readIfThere(idFile(config)))?.toString().trim()

const idFile = ({ dataDir }: Config) => path.join(dataDir, 'resumes', placeFile)

async function makeId(config: Config): Promise<string> {
  const id = randomUUID()
  await writeDurably(idFile(config), Buffer.from(`${id}\n`))
  return id
}

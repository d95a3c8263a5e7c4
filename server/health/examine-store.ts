import { createHash, randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { mostSwept, unclaimedResumes, underWayMs } from '../applications/sweep-resumes.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { Staging } from '../files/staging.ts'
import { resumePlaceFault } from '../resume-place.ts'
import { openFiles } from '../storage.ts'
import { type Found, right, wrong } from './finding.ts'

const trialBytes = 4_096

/** That the place of resumes answers, and that a file which is kept there is there, and goes again. */
export async function examineStore(
  config: Config,
  database: Database | undefined,
): Promise<Found[]> {
  const { dataDir, bucket } = config
  const place = bucket ? `The bucket ${bucket.name}` : path.join(dataDir, 'resumes')
  const advice = bucket
    ? 'See what the store says. Until then no application is taken.'
    : 'Until then no application is taken.'
  // What opens it would make it.
  for (const folder of bucket ? ['tmp'] : ['tmp', 'resumes']) {
    const refusal = await access(path.join(dataDir, folder)).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (refusal) {
      return [
        wrong(
          `${path.join(dataDir, folder)} cannot be used (${refusal}).`,
          'Start the server: it makes what it needs.',
        ),
      ]
    }
  }
  const elsewhere = database && (await resumePlaceFault(config, database))
  if (elsewhere) return [wrong(elsewhere, 'Until then half of the resumes are missing here.')]
  const files = await openFiles(config)
  try {
    await listAny(files)
    const fault = await tryFile(files, new Staging(path.join(dataDir, 'tmp')))
    return fault === undefined
      ? [right(`${place} lists, keeps, reads back and removes a file.`)]
      : [wrong(`${place} ${fault}.`, advice)]
  } catch (error) {
    return [wrong(`${place} is of no use: ${(error as Error).message}`, advice)]
  }
}

/** Looks at as many resumes as there is time for, for more without an application than the server removes. */
export async function examineUnclaimed(
  config: Config,
  database: Database,
  { now, patienceMs }: { now: Date; patienceMs: number },
): Promise<Found[]> {
  const files = await openFiles(config)
  const until = performance.now() + patienceMs / 2
  let [all, count] = [0, 0]
  for await (const { looked, unclaimed } of unclaimedResumes(
    { database, files },
    now.getTime() - underWayMs,
  )) {
    all += looked
    count += unclaimed.length
    if (performance.now() > until) break
  }
  if (count <= mostSwept(all)) return []
  return [
    wrong(
      `${count} of the ${all} resumes looked at belong to no application.`,
      'Is the database older than they are? docs/operating.md has what to do, under "Resumes without an application".',
    ),
  ]
}

/** Leaves the listing as it has to be left, or a folder would stay open. */
async function listAny(files: FileStore): Promise<void> {
  const listing = files.list()[Symbol.asyncIterator]()
  await listing.next()
  await listing.return?.()
}

/** A trial that cannot be removed has no row, and is swept by the server as any such file. */
async function tryFile(files: FileStore, staging: Staging): Promise<string | undefined> {
  const key = randomUUID()
  const staged = await staging.receive(Readable.from([Buffer.alloc(trialBytes, key)]), trialBytes)
  if (staged === 'too large') return undefined
  try {
    await files.keep(staged, key)
    const read = await hashOf(await files.read(key))
    await files.remove(key)
    if (read !== staged.sha256) return 'does not give back what was kept'
    return (await files.read(key)) === undefined ? undefined : 'still has a file that was removed'
  } finally {
    await staging.discard(staged)
  }
}

async function hashOf(bytes: Readable | undefined): Promise<string | undefined> {
  if (!bytes) return undefined
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

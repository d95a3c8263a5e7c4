import { randomUUID } from 'node:crypto'
import { lstat, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { databaseFile } from '../storage.ts'
import { type Found, megabytes, right, warning, wrong } from './finding.ts'

/** Less, and what visitors send is refused soon. */
const leastFree = 200 * 1024 ** 2
/** Beside a copy of the database, as a backup wants it. */
const besideBackup = 100 * 1024 ** 2
/** Of files and folders that a disk can still make. */
const leastFiles = 10_000

const mendFolder =
  'Give the folder to the server’s user with all that is in it, readable by that user alone: chown -R, chmod -R go=.'

/** That the folder is there, is the right user's, keeps what is written, and has room. */
export async function examineDataFolder(config: Config): Promise<Found[]> {
  const { dataDir } = config
  const facts = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error)
  if (facts instanceof Error || !facts.isDirectory()) {
    const why = facts instanceof Error ? facts.code : 'it is no folder'
    return [
      wrong(
        `DATA_DIR is ${dataDir}, which cannot be used (${why}).`,
        'Set it to the folder that the server uses, or start the server first.',
      ),
    ]
  }
  const found = [...(await examineOwner(dataDir, facts)), ...(await examineRoom(config))]
  const refusal = await tryToWrite(dataDir)
  if (refusal !== undefined) {
    const advice =
      refusal === 'ENOSPC' || refusal === 'EDQUOT'
        ? 'Make room: until then nothing that visitors send is taken.'
        : mendFolder
    return [wrong(`Nothing can be written into ${dataDir} (${refusal}).`, advice), ...found]
  }
  return found.some(({ state }) => state !== 'right')
    ? found
    : [right(`${dataDir} belongs to this user alone and keeps what is written.`), ...found]
}

async function examineOwner(
  dataDir: string,
  { uid, mode }: { uid: number; mode: number },
): Promise<Found[]> {
  const me = process.getuid?.()
  const found: Found[] = []
  if ((mode & 0o077) !== 0) {
    found.push(warning(`${dataDir} can be read by other users of this machine.`, mendFolder))
  }
  if (me !== undefined && me !== uid) {
    found.push(
      warning(
        `${dataDir} belongs to user number ${uid}, and you are number ${me}.`,
        'Run commands as the server’s user: a file of another’s stops the next start.',
      ),
    )
  }
  const others = await filesOfOthers(dataDir, uid)
  const [first] = others
  if (first !== undefined) {
    const more = others.length > 1 ? ` and ${others.length - 1} more` : ''
    found.push(
      wrong(`${first}${more} in ${dataDir} belongs to another user than the folder.`, mendFolder),
    )
  }
  return found
}

/** Resumes and letters may be millions: of those folders, the folder itself. */
async function filesOfOthers(dataDir: string, uid: number): Promise<string[]> {
  const keys = (await readdir(path.join(dataDir, 'keys')).catch(() => [])).map(
    (name) => `keys/${name}`,
  )
  const names = [...(await readdir(dataDir)), ...keys].filter((name) => name !== 'lost+found')
  const owners = await Promise.all(
    names.map((name) =>
      lstat(path.join(dataDir, name)).then(
        (facts) => ({ name, uid: facts.uid }),
        () => ({ name, uid }),
      ),
    ),
  )
  return owners.filter((one) => one.uid !== uid).map(({ name }) => name)
}

async function examineRoom({ dataDir, database }: Config): Promise<Found[]> {
  const { bavail, bsize, ffree, files } = await statfs(dataDir)
  const free = bavail * bsize
  const file = databaseFile(dataDir)
  const sizes = database
    ? []
    : [file, `${file}-wal`].map((name) => stat(name).catch(() => undefined))
  const bytes = (await Promise.all(sizes)).reduce((sum, facts) => sum + (facts?.size ?? 0), 0)
  if (free < leastFree) {
    return [
      wrong(
        `The disk of ${dataDir} has ${megabytes(free)} left.`,
        'Make room: a full one takes no application.',
      ),
    ]
  }
  if (!database && free < bytes + besideBackup) {
    return [
      warning(
        `The disk of ${dataDir} has ${megabytes(free)} left, and a backup needs ${megabytes(bytes + besideBackup)}.`,
        'Make room, or there are no more backups.',
      ),
    ]
  }
  // Some file systems count none, and say 0 of 0.
  if (files > 0 && ffree < leastFiles) {
    return [
      warning(
        `The disk of ${dataDir} can make ${ffree} more files.`,
        'Make room: each resume is a file.',
      ),
    ]
  }
  return [right(`The disk of ${dataDir} has ${megabytes(free)} left.`)]
}

/** @returns the system's code where it refuses. */
async function tryToWrite(dataDir: string): Promise<string | undefined> {
  // As a staged upload is called, which goes at the next start if it could not go here.
  const tmp = path.join(dataDir, 'tmp')
  const isThere = await stat(tmp).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  const file = path.join(isThere ? tmp : dataDir, randomUUID())
  try {
    await writeFile(file, Buffer.alloc(64 * 1024, 'x'), { mode: 0o600, flag: 'wx', flush: true })
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

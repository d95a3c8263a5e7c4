import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { proveSynced } from './prove-synced.ts'

/**
 * Renames a file that is already synced, and syncs the folder. When this returns, the bytes and the name
 * survive a crash of the machine. Before, or after a failure, the file may have either name, and is
 * whole under both.
 *
 * @param from the synced file, on the same file system as `to`.
 * @param name `link` refuses with EEXIST if the name is taken, and leaves the old name as well.
 */
export async function putInPlace(from: string, to: string, name = rename): Promise<void> {
  await name(from, to)
  await syncFolder(path.dirname(to))
}

/**
 * Writes and syncs a whole file next to its final place; a full disk refuses here.
 *
 * @returns its temporary name, for {@link putInPlace} or to be removed. The name is unique, since another
 *   process may be writing the same file.
 */
export async function writeUnfinished(file: string, bytes: Uint8Array): Promise<string> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true })
    return unfinished
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Writes a whole file under its final name, or not at all, as durably as {@link putInPlace}. */
export async function writeDurably(file: string, bytes: Uint8Array, name = rename): Promise<void> {
  const unfinished = await writeUnfinished(file, bytes)
  try {
    await putInPlace(unfinished, file, name)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** As {@link writeDurably}, but a file that has the name already is left as it is. */
export async function writeOnce(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeDurably(file, bytes, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // Whoever wrote it may have been stopped, or refused, before its name was synced.
    await syncFolder(path.dirname(file))
  }
}

/** The temporary name of a file that is being written, by SQLite with a journal beside it. */
const unfinishedName = /\.[0-9a-f-]{36}\.tmp(?:-journal)?$/

/**
 * Makes a folder, for its owner only, and removes what a crash left unfinished in it.
 *
 * @param isOurs whether no other process can be writing there. If one can, what is younger than an hour stays.
 */
export async function openDurableFolder(folder: string, isOurs = false): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = isOurs ? Infinity : Date.now() - 60 * 60 * 1000
  for (const name of await readdir(folder)) {
    if (!unfinishedName.test(name)) continue
    const file = path.join(folder, name)
    // It is gone if another process has finished it, or also opens the folder.
    const facts = await stat(file).catch(() => undefined)
    if (facts && facts.mtimeMs < before) await rm(file, { force: true })
  }
}

/** Work that serves all who asked before it began: one run for all who ask during another. */
export class GroupedRun {
  readonly #work: () => Promise<void>
  #running: Promise<void> | undefined
  /** Waits for the run before it, and serves all callers until then. */
  #next: Promise<void> | undefined

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /**
   * Waits for a run that begins after this call: one that is under way may have missed what the caller
   * has just done. @throws what that run throws, to each caller who waited for it.
   */
  afterNow(): Promise<void> {
    return (this.#next ??= this.#runNext())
  }

  async #runNext(): Promise<void> {
    // Its failure goes to those who waited for that run.
    await this.#running?.catch(() => undefined)
    this.#next = undefined
    await (this.#running = this.#work())
  }
}

const syncs = new Map<string, GroupedRun>()

/**
 * Makes the names in a folder survive a crash; one sync for all who ask while another is under way. It
 * also proves what was synced before on the same file system.
 */
export function syncFolder(folder: string): Promise<void> {
  const syncAndProve = () => syncNow(folder).then(() => proveSynced(folder))
  const sync = syncs.get(folder) ?? new GroupedRun(syncAndProve)
  syncs.set(folder, sync)
  return sync.afterNow()
}

/**
 * Makes the bytes of a file, or the names in a folder, survive a crash. It opens the path each time:
 * another folder may be there now, as when a disk is mounted.
 */
export async function syncNow(file: string): Promise<void> {
  await using handle = await open(file, 'r')
  await handle.sync()
}

/** @returns undefined if the file is missing. */
export const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch(undefinedWhenGone)

/** For `catch`, of a file or a folder that may be missing. */
export function undefinedWhenGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

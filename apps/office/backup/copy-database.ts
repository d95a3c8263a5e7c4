import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  missingBytes,
  readSnapshot,
  takeSnapshot,
} from '@naic/platform/database/sqlite/sqlite-snapshot.ts'
import { DatabaseUnusable } from '@naic/platform/database/database.ts'
import { migrationsIn } from '@naic/platform/database/sqlite/sqlite-database.ts'
import { councilSchema } from '@naic/installation/council-schema.ts'
import type { KeyRow } from '@naic/registry/keys/registry-keys.ts'
import { BackupRefused, countedTables, databaseName, type Manifest } from './backup-format.ts'
import { removeAtExit } from '@naic/platform/files/remove-at-exit.ts'

const hourMs = 60 * 60 * 1000

/** What a row says of a resume. */
export type ListedResume = { id: string; key: string; bytes: number; sha256: string }

/** What a backup has to know of the database that it copies. */
export type DatabaseFacts = Pick<Manifest, 'schema' | 'counts'> & {
  resumes: ListedResume[]
  keys: KeyRow[]
  /** Of the file, in SQLite's words. */
  faults: string[]
}

/** A copy of the database that has no name any more: whatever happens, nothing of it stays. */
export type DatabaseCopy = Awaited<ReturnType<typeof copyDatabase>>

/**
 * Copies the database as it is at this moment into `tmp/`, and reads what is in it.
 *
 * @throws BackupRefused where there is no room, or the database cannot be read.
 */
export async function copyDatabase(dataDir: string) {
  const folder = path.join(dataDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeft(folder)
  const file = path.join(dataDir, databaseName)
  await requireRoom(file, folder)

  const copy = path.join(folder, `${databaseName}.${randomUUID()}.tmp`)
  // SQLite has the second while it writes the first.
  const places = [copy, `${copy}-journal`]
  const done = places.map(removeAtExit)
  const handle = await open(copy, 'wx+', 0o600)
  try {
    await takeSnapshot(file, copy)
    const facts = readSnapshot(copy, readFacts)
    return { handle, facts }
  } catch (error) {
    await handle.close()
    if (error instanceof DatabaseUnusable) {
      throw new BackupRefused(`The database ${error.message}`, { cause: error })
    }
    throw new BackupRefused(`The database cannot be copied: ${(error as Error).message}.`, {
      cause: error,
    })
  } finally {
    for (const place of places) await rm(place, { force: true })
    for (const stays of done) stays()
  }
}

/** What a backup left that was killed. A younger one may be another's that is being made. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^naic\.sqlite\.[0-9a-f-]{36}\.tmp(?:-journal)?$/.test(name)) continue
    const file = path.join(folder, name)
    const facts = await stat(file).catch(() => undefined)
    if (facts && facts.mtimeMs < Date.now() - hourMs) await rm(file, { force: true })
  }
}

async function requireRoom(file: string, folder: string): Promise<void> {
  const missing = await missingBytes(file, folder)
  if (missing === 0) return
  throw new BackupRefused(
    `A copy of the database is made in ${folder} first, for which the disk has ${Math.ceil(missing / 1024 ** 2)} MB too little. Make room there; visitors need it as well.`,
  )
}

function readFacts(rows: <Row>(sql: string) => Row[]): DatabaseFacts {
  const count = (from: string) =>
    rows<{ number: number }>(`SELECT count(*) AS number FROM ${from}`)[0]?.number ?? 0
  return {
    schema: migrationsIn(rows, councilSchema).at(-1) ?? '',
    counts: {
      applications: count(countedTables.applications),
      messages: count(countedTables.messages),
      certificates: count(countedTables.certificates),
      unsentLetters: count(
        'letter WHERE sent_at IS NULL AND refused_at IS NULL AND gave_up_at IS NULL AND held_at IS NULL',
      ),
    },
    resumes: rows(
      'SELECT id, resume_key AS key, resume_bytes AS bytes, resume_sha256 AS sha256 FROM application ORDER BY resume_key',
    ),
    keys: rows('SELECT * FROM registry_key ORDER BY log_index'),
    faults: rows<{ quick_check: string }>('PRAGMA quick_check(5)')
      .map(({ quick_check }) => quick_check)
      .filter((answer) => answer !== 'ok'),
  }
}

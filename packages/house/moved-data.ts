import path from 'node:path'
import * as v from 'valibot'
import type { Config } from './config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { readIfThere, writeDurably } from '@naic/store/files/durable-file.ts'

const place = v.object({
  /** Where to, without secrets. */
  to: v.string(),
  /** RFC 3339, UTC. */
  at: v.string(),
})
const movedData = v.object({ rows: v.optional(place), resumes: v.optional(place) })

/** What was moved out of a data folder, though the old copy is still there; stored in `moved.json`. */
export type MovedData = v.InferOutput<typeof movedData>

const fileIn = (dataDir: string) => path.join(dataDir, 'moved.json')

/** @throws ConfigError if the file cannot be understood. */
export async function readMoved(dataDir: string): Promise<MovedData> {
  const bytes = await readIfThere(fileIn(dataDir))
  if (!bytes) return {}
  try {
    return v.parse(movedData, JSON.parse(bytes.toString()))
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, where moved.json cannot be understood, which says where the data were moved to. Put it back as it was.`,
      { cause: error },
    )
  }
}

/** When this returns, it survives a crash of the machine. */
export const writeMoved = (dataDir: string, moved: MovedData): Promise<void> =>
  writeDurably(fileIn(dataDir), Buffer.from(`${JSON.stringify(moved, undefined, 2)}\n`))

/**
 * The old copy must not be used: its log would fork, and nobody would read what visitors send.
 *
 * @throws ConfigError if the settings lead to data that was moved elsewhere.
 */
export async function requireNotMoved({ dataDir, database, bucket }: Config): Promise<void> {
  const { rows, resumes } = await readMoved(dataDir)
  if (rows && !database) throw movedAway(dataDir, 'rows', rows, 'DATABASE_URL')
  if (resumes && !bucket) throw movedAway(dataDir, 'resumes', resumes, 'FILES_URL')
}

const movedAway = (
  dataDir: string,
  what: string,
  { to, at }: v.InferOutput<typeof place>,
  setting: string,
) =>
  new ConfigError(
    `DATA_DIR is ${dataDir}, whose ${what} were moved to ${to} at ${at}. Set ${setting} to that, or see "Moving to PostgreSQL and S3" in docs/beyond-one-server.md on going back.`,
  )

import type { Config } from '#server/config.ts'
import { type MovedData, readMoved } from '#server/moved-data.ts'

/** What of an installation is to be moved; what was moved before is where the settings lead. */
export type MovePlan = {
  /** The settings as they were before: the source. */
  from: Config
  /** The settings as they are: the target. */
  to: Config
  rows: boolean
  resumes: boolean
  before: MovedData
}

/** @returns undefined where the settings name no place to move to. */
export async function planMove(to: Config): Promise<MovePlan | undefined> {
  if (!to.database && !to.bucket) return undefined
  const before = await readMoved(to.dataDir)
  const from = {
    ...to,
    database: before.rows && to.database,
    bucket: before.resumes && to.bucket,
  }
  return {
    from,
    to,
    rows: to.database !== from.database,
    resumes: to.bucket !== from.bucket,
    before,
  }
}

/** What `moved.json` says once it is done. */
export function movedAfter({ to, rows, resumes, before }: MovePlan, now: Date): MovedData {
  const at = now.toISOString()
  const { database, bucket } = to
  return {
    ...before,
    ...(rows && database ? { rows: { to: database.shown, at } } : {}),
    ...(resumes && bucket ? { resumes: { to: `s3://${bucket.name}/${bucket.prefix}`, at } } : {}),
  }
}

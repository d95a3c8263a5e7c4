import type { Config } from '@naic/house/config.ts'
import { forgetDeletedRows } from '@naic/house/storage.ts'
import type { Run } from './command-run.ts'

/**
 * Cleans the database's files of what was deleted, once the database is closed here.
 *
 * @returns false if something may be left, which was said.
 */
export function forgetInFiles(run: Run, config: Config): boolean {
  if (forgetDeletedRows(config)) return true
  run.fail(
    'What was deleted may still be in naic.sqlite or naic.sqlite-wal: another program is reading them, or the disk has no room for a second copy. Run this again in a minute.',
  )
  return false
}

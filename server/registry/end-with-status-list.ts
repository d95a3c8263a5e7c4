import { Unavailable } from '../unavailable.ts'
import { RegistryRefused } from './registry-refused.ts'
import type { Registry } from './registry.ts'

/**
 * Has the log end with the digest of the status list, where a version of the program added last that
 * made no such entries. Copies that do it at the same moment make one; where it does not end with it
 * the next addition to the log does the same.
 *
 * @param warn told why it could not be done: a start that cannot sign serves all the same.
 */
export async function endWithStatusList(
  { database: { build, read }, log }: Pick<Registry, 'database' | 'log'>,
  warn: (sentence: string) => void,
): Promise<void> {
  const last = build.selectFrom('log_entry').select('entry').orderBy('position', 'desc').limit(1)
  const isThere = async () => {
    const [row] = await read(last.compile())
    // Canonical JSON, which no other text of an entry holds.
    return row === undefined || row.entry.includes('"t":"status-list"')
  }
  try {
    if (await isThere()) return
    // Asked once more: in its turn, another copy may have done it.
    await log.append(async (_firstIndex, keys) => {
      const isForStatusList = !(await isThere())
      return { keys, entries: [], rows: [], isForStatusList }
    })
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof RegistryRefused)) throw error
    warn(`The log does not yet name its status list: ${error.message}`)
  }
}

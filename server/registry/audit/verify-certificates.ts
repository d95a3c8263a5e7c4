import type { LogEntry } from '#credential/log-entry.ts'
import { checkCredential, entryFault } from '../issuing/check-credential.ts'
import { type CertificateRows, certificatesQuery } from '../issuing/find-certificate.ts'
import { openCredential } from '../issuing/sealed-credential.ts'
import { isRefused } from '../keys/key-ranges.ts'
import { type ListedKey, readKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'

const rowsAtATime = 1000

/**
 * Checks every certificate up to a size of the log against its entry, its signature and its key. Of
 * one that was erased there is the entry alone.
 *
 * @param take gives the entry at an index, once.
 * @returns how many there are, how many of them were erased, and how many are refused since their key
 *   was revoked.
 */
export async function verifyCertificates(
  { database: { build, read }, siteUrl, database }: Registry,
  size: number,
  faults: string[],
  take: (index: number) => LogEntry | undefined,
): Promise<{ certificates: number; erased: number; refused: number }> {
  const keys = await readKeys(database)
  let [certificates, erased, refused] = [0, 0, 0]
  for (let after = -1; ;) {
    const query = certificatesQuery(build)
      .where('certificate.log_index', '>', after)
      .where('certificate.log_index', '<', size)
      .orderBy('certificate.log_index')
      .limit(rowsAtATime)
    const rows = await read(query.compile())
    for (const row of rows) {
      const { fault, key } = await checkRow(row, take(row.log_index), { siteUrl, keys })
      if (fault) faults.push(`Certificate ${row.id}: ${fault}.`)
      if (key && isRefused(key, row.log_index)) refused += 1
      if (row.erased_at) erased += 1
    }
    certificates += rows.length
    const last = rows.at(-1)
    if (!last) return { certificates, erased, refused }
    after = last.log_index
  }
}

/** @returns what is wrong with it, if anything is, and else the key that signed it. */
async function checkRow(
  row: CertificateRows[number],
  entry: LogEntry | undefined,
  registry: { siteUrl: string; keys: RegistryKeys },
): Promise<{ fault?: string | undefined; key?: ListedKey }> {
  if (row.erased_at) {
    return { fault: row.key === null ? entryFault(row, entry) : 'it was erased and has its key' }
  }
  if (row.key === null) return { fault: 'its key is missing, and it was not erased' }
  try {
    return await checkCredential(
      row,
      openCredential(row.id, row.credential, row.key),
      entry,
      registry,
    )
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { fault: 'it cannot be opened with its key' }
  }
}

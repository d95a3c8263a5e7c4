import type { LogEntry } from '#credential/log-entry.ts'
import { checkCredential, entryFault } from '../issuing/check-credential.ts'
import type { CertificateRows } from '../issuing/find-certificate.ts'
import { openCredential } from '../issuing/sealed-credential.ts'
import { isRefused } from '../keys/key-ranges.ts'
import type { ListedKey, RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** Checks a certificate against its entry, its signature and its key. Of one that was erased there is the entry alone. */
export class CertificateCheck {
  certificates = 0
  erased = 0
  /** Of those whose key was revoked from before them on. */
  refused = 0
  readonly #of: { siteUrl: string; keys: RegistryKeys }
  readonly #faults: string[]

  constructor(of: { siteUrl: string; keys: RegistryKeys }, faults: string[]) {
    this.#of = of
    this.#faults = faults
  }

  /** @param entry at the place in the log that the certificate says. */
  async certificate(row: CertificateRows[number], entry: LogEntry | undefined): Promise<void> {
    this.certificates += 1
    const { fault, key } = await checkRow(row, entry, this.#of)
    if (fault) this.#faults.push(`Certificate ${row.id}: ${fault}.`)
    if (key && isRefused(key, row.log_index)) this.refused += 1
    if (row.erased_at) this.erased += 1
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

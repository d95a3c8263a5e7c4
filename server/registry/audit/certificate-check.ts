import type { LogEntry } from '#credential/log-entry.ts'
import { voidingKey } from '../issuing/certificate-standing.ts'
import { checkCredential, entryFault } from '../issuing/check-credential.ts'
import type { CertificateRows } from '../issuing/find-certificate.ts'
import { openCredential } from '../issuing/sealed-credential.ts'
import type { RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** Checks a certificate against its entry, its signature and its key. Of one that was erased there is the entry alone. */
export class CertificateCheck {
  certificates = 0
  erased = 0
  /** IDs of those that are void, in the log's order. */
  readonly void: string[] = []
  readonly #of: { siteUrl: string; keys: RegistryKeys }
  readonly #faults: string[]

  constructor(of: { siteUrl: string; keys: RegistryKeys }, faults: string[]) {
    this.#of = of
    this.#faults = faults
  }

  /** @param entry at the place in the log that the certificate says. */
  async certificate(row: CertificateRows[number], entry: LogEntry | undefined): Promise<void> {
    this.certificates += 1
    const fault = await faultOf(row, entry, this.#of)
    if (fault) this.#faults.push(`Certificate ${row.id}: ${fault}.`)
    if (row.erased_at) this.erased += 1
    else if (!fault && voidingKey(this.#of.keys, row.log_index)) this.void.push(row.id)
  }
}

/** @returns what is wrong with it, if anything is. */
async function faultOf(
  row: CertificateRows[number],
  entry: LogEntry | undefined,
  registry: { siteUrl: string; keys: RegistryKeys },
): Promise<string | undefined> {
  if (row.erased_at) {
    return row.key === null ? entryFault(row, entry) : 'it was erased and has its key'
  }
  if (row.key === null) return 'its key is missing, and it was not erased'
  try {
    const text = openCredential(row.id, row.credential, row.key)
    const checked = await checkCredential(row, text, entry, registry)
    return 'fault' in checked ? checked.fault : undefined
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return 'it cannot be opened with its key'
  }
}

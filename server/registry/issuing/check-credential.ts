import {
  type CertificateFacts,
  credentialAddress,
  readFacts,
  type SecuredCredential,
} from '#credential/credential.ts'
import { didOf } from '#credential/published-keys.ts'
import { verifyJcsProof } from '#credential/jcs-proof.ts'
import { credentialHash, type LogEntry } from '#credential/log-entry.ts'
import { serviceOf } from '../keys/key-ranges.ts'
import { type ListedKey, publicKeyOf, type RegistryKeys } from '../keys/registry-keys.ts'

/** What a row says of a credential, which the credential or the log must say as well. */
export type CertificateRow = {
  id: string
  hash: string
  status_index: number
  log_index: number
  issued_at: string
}

export type CheckedCredential =
  | { credential: SecuredCredential; facts: CertificateFacts; key: ListedKey }
  /** A sentence's end, such as "its signature is wrong". */
  | { fault: string }

/**
 * Whether a row holds what was signed and logged: nothing of a credential is shown before.
 *
 * @param text the opened credential.
 * @param entry of the log, at the row's index.
 * @returns what it says and the key that signed it, which may have been revoked since; or what is wrong.
 */
export async function checkCredential(
  row: CertificateRow,
  text: string,
  entry: LogEntry | undefined,
  { siteUrl, keys }: { siteUrl: string; keys: RegistryKeys },
): Promise<CheckedCredential> {
  let credential: SecuredCredential
  try {
    credential = JSON.parse(text)
    if ((await credentialHash(credential)) !== row.hash) {
      return { fault: 'its credential was changed' }
    }
  } catch {
    return { fault: 'its credential cannot be read' }
  }
  const fault = entryFault(row, entry)
  if (fault) return { fault }
  if (credential.id !== credentialAddress(siteUrl, row.id)) {
    return { fault: "its credential is not under the registry's address" }
  }
  const key = await signerOf(credential, { siteUrl, keys })
  if (!key) return { fault: 'its signature is wrong' }
  const { from, to } = serviceOf(key, keys)
  if (row.log_index < from || (to !== null && row.log_index >= to)) {
    return { fault: 'its key did not sign when its entry was made' }
  }
  const facts = readFacts(credential)
  const isSame =
    facts?.id === row.id &&
    credential.credentialStatus?.statusListIndex === String(row.status_index)
  return isSame
    ? { credential, facts, key }
    : { fault: 'its row says something else than its credential' }
}

/** What of a row's entry in the log is not as the row says; for a certificate that was erased, all there is. */
export function entryFault(row: CertificateRow, entry: LogEntry | undefined): string | undefined {
  if (entry?.t !== 'issue' || entry.h !== row.hash) return 'its entry in the log is for another'
  if (entry.at !== row.issued_at) return 'it was not issued when its entry was made'
  return undefined
}

async function signerOf(
  credential: SecuredCredential,
  { siteUrl, keys }: { siteUrl: string; keys: RegistryKeys },
): Promise<ListedKey | undefined> {
  const named = (method: string) =>
    keys.find(({ use, name }) => use === 'credentials' && method === `${didOf(siteUrl)}#${name}`)
  const proof = await verifyJcsProof({ ...credential }, (method) => {
    const key = named(method)
    return key && publicKeyOf(key.public_key)
  })
  return proof && named(proof.verificationMethod)
}

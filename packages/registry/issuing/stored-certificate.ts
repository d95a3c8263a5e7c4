import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import {
  type CertificateFacts,
  credentialAddress,
  readFacts,
  type SecuredCredential,
} from '@naic/ledger/format/credential.ts'
import { didOf } from '@naic/ledger/format/published-keys.ts'
import { verifyJcsProof } from '@naic/ledger/format/jcs-proof.ts'
import { documentHash, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import type { Reading } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import {
  type ListedKey,
  publicKeyOf,
  type RegistryKeys,
  serviceOf,
  voidingKey,
} from '../keys/registry-keys.ts'

type CertificateRow = Selectable<Tables['certificate']> & {
  /** Null if it is missing. */
  document: string | null
}

/**
 * Checks that a row holds what was signed and logged: nothing of a credential is shown before.
 *
 * @param entry of the log, at the row's index.
 * @returns what it says, whichever of our keys signed it; or what is wrong, as the end of a sentence.
 */
export async function checkCertificate(
  row: CertificateRow,
  entry: LogEntry | undefined,
  { siteUrl, keys }: { siteUrl: string; keys: RegistryKeys },
): Promise<{ credential: SecuredCredential; facts: CertificateFacts } | { fault: string }> {
  if (row.document === null) return { fault: 'its credential is missing, and it was not erased' }
  let credential: SecuredCredential
  try {
    credential = JSON.parse(row.document)
    if ((await documentHash(credential)) !== row.hash) {
      return { fault: 'its credential was changed' }
    }
  } catch {
    return { fault: 'its credential cannot be read' }
  }
  if (!isDeepStrictEqual(entry, issueEntry(row)))
    return { fault: 'its entry in the log is another' }
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
  const place = credential.credentialStatus?.statusListIndex
  return facts?.id === row.id && place === String(row.status_index)
    ? { credential, facts }
    : { fault: 'its row says something else than its credential' }
}

/** The entry of the log that issues a certificate. */
export const issueEntry = (row: Pick<CertificateRow, 'hash' | 'issued_at'>): LogEntry => {
  return { v: 1, t: 'issue', h: row.hash, at: row.issued_at }
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

/**
 * What became of a certificate. `void`: its key was revoked from before it on (decision 059), so that
 * nobody can tell whether the council issued it.
 */
export const standings = ['stands', 'revoked', 'void', 'erased'] as const
export type Standing = (typeof standings)[number]

/** Certificates with what `standingOf` takes, and nothing of what they say. */
export const standingsQuery = (read: Reading) =>
  read
    .selectFrom('certificate')
    .leftJoin('erasure', 'erasure.certificate_id', 'certificate.id')
    .leftJoin('revocation', 'revocation.certificate_id', 'certificate.id')
    .select(['certificate.id', 'external_reference', 'certificate.log_index'])
    .select(['erased_at', 'revoked_at'])

export function standingOf(
  row: { log_index: number; erased_at: string | null; revoked_at: string | null },
  keys: RegistryKeys,
): Standing {
  if (row.erased_at) return 'erased'
  if (voidingKey(keys, row.log_index)) return 'void'
  return row.revoked_at ? 'revoked' : 'stands'
}

export const whyVoid = ({ name, revoked_from }: ListedKey): string =>
  `void: ${name} was revoked from entry ${revoked_from} on`

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { RegistryRefused } from '../registry-refused.ts'
import {
  type CertificateFacts,
  credentialAddress,
  readFacts,
  type SecuredCredential,
} from '@naic/ledger/format/credential.ts'
import { didOf } from '@naic/ledger/format/published-keys.ts'
import { verifyJcsProof } from '@naic/ledger/format/jcs-proof.ts'
import { credentialHash, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import {
  type ListedKey,
  publicKeyOf,
  type RegistryKeys,
  serviceOf,
  voidingKey,
} from '../keys/registry-keys.ts'

/** In bytes; NIST SP 800-38D. */
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]
const cipherName = 'aes-256-gcm'

/**
 * Seals a credential with a key that nothing else is sealed with (AES-256-GCM): without the key,
 * nobody reads it.
 *
 * @param id of the certificate, to which the sealed text belongs: under another it does not open.
 * @returns both in Base64; of the sealed, nonce, text and tag.
 */
export function sealCredential(id: string, text: string): { credential: string; key: string } {
  const [key, nonce] = [randomBytes(keyBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(id))
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return { credential: Buffer.concat(parts).toString('base64'), key: key.toString('base64') }
}

/**
 * @param key null if it is missing.
 * @throws RegistryRefused if it does not open: row or key were changed.
 */
export function openCredential(id: string, sealed: string, key: string | null): string {
  if (key === null) throw new RegistryRefused(`The key of the certificate ${id} is missing.`)
  const text = unseal(id, sealed, key)
  if (text !== undefined) return text
  throw new RegistryRefused(`The certificate ${id} cannot be opened with its key.`)
}

function unseal(id: string, sealed: string, key: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const opened = createDecipheriv(cipherName, Buffer.from(key, 'base64'), nonce, {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(-tagBytes))
    const text = opened.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, opened.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** What a row says of a credential, which the credential or the log must say as well. */
type CertificateRow = {
  id: string
  credential: string
  key: string | null
  hash: string
  status_index: number
  log_index: number
  issued_at: string
}

/**
 * Opens a row and checks that it holds what was signed and logged: nothing of a credential is shown
 * before.
 *
 * @param entry of the log, at the row's index.
 * @returns what it says, whichever of our keys signed it; or what is wrong, as the end of a sentence.
 */
export async function checkCertificate(
  row: CertificateRow,
  entry: LogEntry | undefined,
  { siteUrl, keys }: { siteUrl: string; keys: RegistryKeys },
): Promise<{ credential: SecuredCredential; facts: CertificateFacts } | { fault: string }> {
  if (row.key === null) return { fault: 'its key is missing, and it was not erased' }
  const text = unseal(row.id, row.credential, row.key)
  if (text === undefined) return { fault: 'it cannot be opened with its key' }
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
    ? { credential, facts }
    : { fault: 'its row says something else than its credential' }
}

/** What is wrong with a row's entry in the log. Of an erased certificate nothing else can be checked. */
export function entryFault(
  row: Pick<CertificateRow, 'hash' | 'issued_at'>,
  entry: LogEntry | undefined,
): string | undefined {
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

/**
 * What became of a certificate. `void`: its key was revoked from before it on (decision 059), so that
 * nobody can tell whether the council issued it.
 */
export const standings = ['stands', 'revoked', 'void', 'erased'] as const
export type Standing = (typeof standings)[number]

export function standingOf(
  row: { log_index: number; erased_at: string | null; revoked_at: string | null },
  keys: RegistryKeys,
): Standing {
  if (row.erased_at) return 'erased'
  if (voidingKey(keys, row.log_index)) return 'void'
  return row.revoked_at ? 'revoked' : 'stands'
}

/** Which key it is for, in words. */
export const whyVoid = ({ name, revoked_from }: ListedKey): string =>
  `void: ${name} was revoked from entry ${revoked_from} on`

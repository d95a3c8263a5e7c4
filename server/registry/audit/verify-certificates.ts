import type { Selectable } from 'kysely'
import { credentialAddress, readFacts } from '#credential/credential.ts'
import { didOf } from '#credential/did-document.ts'
import { type SecuredDocument, verifyJcsProof } from '#credential/jcs-proof.ts'
import { credentialHash, type LogEntry } from '#credential/log-entry.ts'
import type { Tables } from '#server/database/tables.ts'
import { isRefused, serviceOf } from '../keys/key-ranges.ts'
import { type ListedKey, publicKeyOf, readKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'

const rowsAtATime = 1000

/**
 * Checks every certificate up to a size of the log against its entry, its signature and its key.
 *
 * @param take gives the entry at an index, once.
 * @returns how many there are, and how many of them are refused since their key was revoked.
 */
export async function verifyCertificates(
  { database: { build, read }, siteUrl, database }: Registry,
  size: number,
  faults: string[],
  take: (index: number) => LogEntry | undefined,
): Promise<{ certificates: number; refused: number }> {
  const keys = await readKeys(database)
  let certificates = 0
  let refused = 0
  for (let after = -1; ;) {
    const query = build
      .selectFrom('certificate')
      .selectAll()
      .where('log_index', '>', after)
      .where('log_index', '<', size)
      .orderBy('log_index')
      .limit(rowsAtATime)
    const rows = await read(query.compile())
    for (const row of rows) {
      const { fault, key } = await checkCertificate(row, take(row.log_index), { siteUrl, keys })
      if (fault) faults.push(`Certificate ${row.id}: ${fault}.`)
      if (key && isRefused(key, row.log_index)) refused += 1
    }
    certificates += rows.length
    const last = rows.at(-1)
    if (!last) return { certificates, refused }
    after = last.log_index
  }
}

/** @returns what is wrong with it, if anything is, and else the key that signed it. */
async function checkCertificate(
  row: Selectable<Tables['certificate']>,
  entry: LogEntry | undefined,
  { siteUrl, keys }: { siteUrl: string; keys: RegistryKeys },
): Promise<{ fault?: string; key?: ListedKey }> {
  let secured: SecuredDocument & { credentialStatus?: { statusListIndex?: unknown } }
  try {
    secured = JSON.parse(row.credential)
    if ((await credentialHash(secured)) !== row.hash) return { fault: 'its credential was changed' }
  } catch {
    return { fault: 'its credential cannot be read' }
  }
  if (entry?.t !== 'issue' || entry.h !== row.hash)
    return { fault: 'its entry in the log is for another' }
  if (entry.at !== row.issued_at) return { fault: 'it was not issued when its entry was made' }
  if (secured['id'] !== credentialAddress(siteUrl, row.id)) {
    return { fault: "its credential is not under the registry's address" }
  }
  const named = (method: string) =>
    keys.find(({ use, name }) => use === 'credentials' && method === `${didOf(siteUrl)}#${name}`)
  const proof = await verifyJcsProof(secured, (method) => {
    const key = named(method)
    return key && publicKeyOf(key.public_key)
  })
  const key = proof && named(proof.verificationMethod)
  if (!key) return { fault: 'its signature is wrong' }
  const { from, to } = serviceOf(key, keys)
  if (row.log_index < from || (to !== null && row.log_index >= to)) {
    return { fault: 'its key did not sign when its entry was made' }
  }
  const facts = readFacts(secured)
  const isSame =
    facts?.id === row.id &&
    facts.holder === row.holder &&
    facts.domain === row.domain &&
    facts.duration === row.duration &&
    facts.verifiedOn === row.verified_on &&
    secured.credentialStatus?.statusListIndex === String(row.status_index)
  return isSame ? { key } : { fault: 'its row says something else than its credential' }
}

import { insertRows } from '@naic/store/database/insert-rows.ts'
import { toBase64 } from '@naic/ledger/format/bytes.ts'
import { announcementBytes, type KeyRevocationEntry } from '@naic/ledger/format/log-entry.ts'
import {
  currentKey,
  keyEntry,
  type KeyUse,
  listed,
  type ListedKey,
  nextKeyName,
  originNow,
  type RegistryKeys,
  serviceOf,
} from './keys/registry-keys.ts'
import type { Part } from './log/transparency-log.ts'
import type { Registry } from './registry.ts'
import { RegistryRefused } from './registry-refused.ts'

type Parts = Pick<Registry, 'database' | 'log' | 'privateKeys'>

/**
 * Prepares a key that is to be listed next. A key of credentials is signed by the one before; a key of
 * the log is vouched for by the checkpoint over it, which both sign.
 *
 * @param logIndex of its entry.
 * @param origin the log's new name, if it gets one with this key.
 */
export async function addKey(
  { log, privateKeys }: Parts,
  keys: RegistryKeys,
  use: KeyUse,
  logIndex: number,
  origin?: string,
): Promise<Part & { key: ListedKey }> {
  const now = new Date()
  const name = nextKeyName(keys, use, now)
  const row = {
    name,
    use,
    public_key: await privateKeys.next(keys, use, name),
    added_at: now.toISOString(),
    log_index: logIndex,
    origin:
      use === 'log' ? (origin ?? keys.findLast((key) => key.use === use)?.origin ?? null) : null,
  }
  const entry = await keyEntry(row)
  if (use === 'credentials' && keys.length > 0) {
    const { sign } = await privateKeys.signer(keys, use)
    entry.s = toBase64(await sign(announcementBytes(originNow(keys, log.origin), entry)))
  }
  const store: Part['store'] = (transaction) => insertRows(transaction, 'registry_key', [row])
  return { key: listed(row), entries: [entry], store }
}

/**
 * Adds a key, which signs from now on. The one before vouches for it and stays listed, so that what it
 * signed stays verifiable; its private half is removed.
 *
 * @param who as the journal names them.
 * @returns the names of both, and what became of the old private half, in sentences for the operator.
 * @throws RegistryRefused when there is no new key, or the private half of the one before is not here;
 *   as `append` does.
 */
export async function rotateKey(
  registry: Parts,
  use: KeyUse,
  who: string,
): Promise<{ added: string; retired: string; left: string }> {
  const { old, added } = await registry.log.append(async (firstIndex, keys) => {
    const part = await addKey(registry, keys, use, firstIndex)
    const { key } = part
    const retired = currentKey(keys, use)
    const deed = { subject: retired.name, detail: `${key.name} signs` }
    return {
      result: { old: retired, added: key.name },
      keys: [...keys, key],
      parts: [part],
      deed: { who, did: 'keys rotate', ...deed },
    }
  })
  return { added, retired: old.name, left: await registry.privateKeys.retire(old) }
}

export type KeyRevocationPlan = Awaited<ReturnType<typeof planKeyRevocation>>

/**
 * Says what `revokeKey` would do, and throws as it does, but asks for no new key.
 *
 * @param from as there.
 */
export async function planKeyRevocation(
  { database, log }: Pick<Registry, 'database' | 'log'>,
  name: string,
  from?: number,
) {
  const { head, keys } = await log.state()
  const key = requireKey(keys, name)
  const { size } = head
  // The addition begins with the checkpoint before it.
  const fromIndex = from ?? size + 1
  requireReached(key, fromIndex, size + 1)
  const to = serviceOf(key, keys).to ?? Number.MAX_SAFE_INTEGER
  const { read } = database
  const certificates = read.selectFrom('certificate').select('id').orderBy('log_index')
  const ofKey = certificates.where('log_index', '>=', fromIndex).where('log_index', '<', to)
  const checkpoints = read.selectFrom('log_checkpoint').select('size')
  const ofLogKey = checkpoints.where('size', '>', fromIndex).where('size', '<=', to)
  return {
    key,
    from: fromIndex,
    /** Of the log. */
    size,
    /** Whether another key is to sign in its place. */
    isFollowed: currentKey(keys, key.use) === key,
    /** IDs of those that become void, in the log's order. */
    certificates: key.use === 'credentials' ? (await ofKey.execute()).map(({ id }) => id) : [],
    /** How many count no more. */
    checkpoints: key.use === 'log' ? (await ofLogKey.execute()).length : 0,
  }
}

/**
 * Revokes a key that somebody else may have. What the log had from it before an entry stays right; what
 * came later, or is not in the log, is refused. If the key signs now, the same addition lists another in
 * its place, so that there is no moment without one.
 *
 * @param who as the journal names them.
 * @param from index of that entry, by default the revocation's own. For a key of the log it is the size
 *   of the last checkpoint that counts.
 * @returns that index, the name of the key that signs instead, if one was added, and what became of the
 *   private half, in sentences for the operator.
 * @throws RegistryRefused for a key that does not exist or was revoked before, for an index that its
 *   use did not reach, and when there is no key to follow it; as `append` does.
 */
export async function revokeKey(
  registry: Parts,
  name: string,
  who: string,
  from?: number,
): Promise<{ from: number; added: string | undefined; left: string }> {
  const { log, privateKeys } = registry
  const { key: revokedKey, ...done } = await log.append(async (firstIndex, keys) => {
    const key = requireKey(keys, name)
    const fromIndex = from ?? firstIndex
    requireReached(key, fromIndex, firstIndex)
    const at = new Date().toISOString()
    const entry: KeyRevocationEntry = { v: 2, t: 'revoke-key', n: name, from: fromIndex, at }
    const values = { name, from_index: fromIndex, revoked_at: at, log_index: firstIndex }
    const store: Part['store'] = (transaction) =>
      insertRows(transaction, 'key_revocation', [values])
    const isCurrent = currentKey(keys, key.use) === key
    const added = isCurrent ? [await addKey(registry, keys, key.use, firstIndex + 1)] : []
    const revoked = { ...key, revoked_from: fromIndex, revoked_at: at, revoked_by: firstIndex }
    return {
      result: { key, from: fromIndex, added: added[0]?.key.name },
      keys: [...keys.map((one) => (one === key ? revoked : one)), ...added.map((next) => next.key)],
      parts: [{ entries: [entry], store }, ...added],
      deed: { who, did: 'keys revoke', subject: name, detail: `from entry ${fromIndex} on` },
    }
  })
  return { ...done, left: await privateKeys.retire(revokedKey) }
}

function requireKey(keys: RegistryKeys, name: string): ListedKey {
  const key = keys.find((one) => one.name === name)
  if (!key) throw new RegistryRefused(`There is no key ${name}. "keys list" names them all.`)
  if (key.revoked_at === null) return key
  throw new RegistryRefused(
    `The key ${name} was revoked at ${key.revoked_at} already, from entry ${key.revoked_from} on. That stands.`,
  )
}

function requireReached({ name, log_index: index }: ListedKey, from: number, next: number): void {
  if (from > index && from <= next) return
  throw new RegistryRefused(
    `The key ${name} came with entry ${index}, and the next entry of the log is ${next}: it can be revoked from an entry after the first up to the second.`,
  )
}

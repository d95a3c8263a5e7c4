import { toBase64 } from '@naic/ledger/format/bytes.ts'
import { openCheckpoint, readUnsigned } from '@naic/ledger/format/checkpoint.ts'
import { documentHash, type RestartEntry } from '@naic/ledger/format/log-entry.ts'
import {
  pointOf,
  restartBytes,
  type RestartStatement,
  verifyRestart,
} from '@naic/ledger/format/log-restart.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { checkStored } from './audit/check-start.ts'
import { addKey } from './change-keys.ts'
import { currentKey, keyRanges, logPublicKeys, originNow } from './keys/registry-keys.ts'
import type { Part } from './log/transparency-log.ts'
import type { Registry } from './registry.ts'
import { RegistryRefused } from './registry-refused.ts'

type Parts = Pick<Registry, 'database' | 'log' | 'privateKeys' | 'siteUrl'>

/** What a restart of the log would leave, to be shown before it is done. */
export type RestartPlan = Awaited<ReturnType<typeof planRestart>>

/**
 * Looks at what a restored database lacks.
 *
 * @throws RegistryRefused if the database is not whole in itself, or contradicts what was signed last.
 */
export async function planRestart(registry: Parts) {
  const { log } = registry
  const state = await log.checkNewest((newest) => checkStored(registry, newest))
  const { head, keys } = state
  const origin = originNow(keys, log.origin)
  const note = (await log.lastCheckpoint.read())?.note ?? ''
  const kept = readUnsigned(note)
  const isAhead = kept && kept.size > head.size
  const isOurs = await openCheckpoint(note, logPublicKeys(keys, log.origin))
  if (isAhead && !isOurs) {
    throw new RegistryRefused(
      `The last checkpoint (${log.lastCheckpoint.name}) is one of ${kept.origin} that no key of this database signed, so that the log was restarted, or its key rotated, after this backup. Restore a newer backup.`,
    )
  }
  const lost = isAhead && kept.origin === origin ? kept : undefined
  // Otherwise it has to be what the database continues.
  if (!lost) await log.requireContinued(state)
  return {
    origin,
    /** What the database has. */
    head,
    /** The checkpoint outside the database, if that is ahead. */
    lost,
  }
}

/**
 * Gives the log another name, from the entries on that a restored database has: under the old name it
 * would contradict what was signed. The old and the new key of the log and that of credentials sign why.
 * The checkpoint outside the database is replaced.
 *
 * @param reason a sentence that everybody gets to read.
 * @param who as the journal names them.
 * @returns the statement, the name of the old key, and what became of its private half, in sentences for the operator.
 * @throws RegistryRefused as `planRestart` does; as `append` does.
 */
export async function restartLog(
  registry: Parts,
  reason: string,
  who: string,
  now = new Date(),
): Promise<{ statement: RestartStatement; retired: string; left: string }> {
  const { log, privateKeys } = registry
  const plan = await planRestart(registry)
  const retired = currentKey(await log.keys(), 'log')
  const made = await log.append(async (firstIndex, keys) => {
    if (firstIndex !== plan.head.size + 1) {
      throw new RegistryRefused('The log has grown meanwhile. Stop every server first.')
    }
    const origin = `${log.origin}/${now.toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`
    const begun = { origin, size: plan.head.size, root: plan.head.root }
    const added = await addKey(registry, keys, 'log', firstIndex + 1, origin)
    const after = [...keys, added.key]
    const signing = {
      old: await privateKeys.signer(keys, 'log'),
      new: await privateKeys.signer(after, 'log'),
      credentials: await privateKeys.signer(keys, 'credentials'),
    }
    const said = {
      v: 1 as const,
      old: pointOf(plan.lost ?? { ...begun, origin: plan.origin }),
      new: pointOf(begun),
      at: now.toISOString(),
      reason,
      keys: {
        old: retired.public_key,
        new: added.key.public_key,
        credentials: currentKey(keys, 'credentials').public_key,
      },
    }
    const bytes = restartBytes(said)
    const statement = {
      ...said,
      signatures: {
        old: toBase64(await signing.old.sign(bytes)),
        new: toBase64(await signing.new.sign(bytes)),
        credentials: toBase64(await signing.credentials.sign(bytes)),
      },
    }
    if (!(await verifyRestart(statement, await keyRanges(after, log.origin)))) {
      throw new RegistryRefused('The statement of the restart would not be believed.')
    }
    const values = { log_index: firstIndex, statement: JSON.stringify(statement) }
    const store: Part['store'] = (transaction) => insertRows(transaction, 'log_restart', [values])
    return {
      result: statement,
      keys: after,
      parts: [{ entries: [await restartEntry(statement)], store }, added],
      deed: { who, did: 'log restart', subject: origin, detail: reason },
    }
  }, 'restarted')
  return { statement: made, retired: retired.name, left: await privateKeys.retire(retired) }
}

/** The entry of the log that gives it another name. */
export async function restartEntry(statement: RestartStatement): Promise<RestartEntry> {
  const { new: begun, at } = statement
  return { v: 2, t: 'restart', n: begun.origin, h: await documentHash(statement), at }
}

import { readUnsigned } from '#format/checkpoint.ts'
import type { RestartEntry } from '#format/log-entry.ts'
import {
  isOtherLog,
  restartHash,
  restartsSince,
  type RestartStatement,
  verifyRestart,
} from '#format/log-restart.ts'
import type { KnownKey } from '#walk/known-keys.ts'
import type { KnownLog } from './watch-state.ts'
import { CannotLook, LogFault, type Served, type WatchedSite } from './watched-site.ts'

/** Bytes. A thousand restarts have fewer. */
const longestList = 1024 * 1024

/**
 * Why the log has another name than the one that is known: the council's statements, signed by keys
 * that the log was seen to have.
 *
 * @returns oldest first; none while it has its name.
 * @throws LogFault where nobody rightly says why; CannotLook.
 */
export async function requireRestarted(
  site: WatchedSite,
  served: Served,
  known: KnownLog,
): Promise<RestartStatement[]> {
  if (known.origin === served.origin) return []
  const restarts = await fetchRestarts(site)
  const inForce = (['log', 'credentials'] as const).flatMap(
    (use) => known.keys.findLast((key) => key.use === use && !key.revoked) ?? [],
  )
  const seen = { ...known, keys: inForce.map((key) => key.publicKeyMultibase) }
  const since = await restartsSince(restarts, seen, { origin: served.origin, ranges: served.keys })
  if (!since) {
    throw new LogFault(
      `The log was ${known.origin} and is ${served.origin} now, and no statement that the council's keys signed says why.`,
      { restarts },
    )
  }
  const last = readUnsigned(known.note)
  if (last && isOtherLog(last, since)) {
    throw new LogFault(
      `There are two different logs of ${known.size} entries, and it was restarted.`,
      { restarts },
    )
  }
  return since.chain
}

/** @returns what is known of a log and must still be so after it was restarted. */
export function leftOf(known: KnownLog, restarts: readonly RestartStatement[]): KnownLog {
  const left = Math.min(...restarts.map((one) => one.new.size), Number.MAX_SAFE_INTEGER)
  if (known.size <= left) return known
  return {
    ...known,
    // No tree of this size is compared any more.
    size: 0,
    chain: known.chain.filter(({ size }) => size <= left),
    keys: known.keys.filter(({ index }) => index < left).map((key) => keyAt(left, key)),
  }
}

/** A revocation that was lost is one that the log does not have. */
const keyAt = (size: number, key: KnownKey): KnownKey =>
  key.revoked && key.revoked.index >= size ? { ...key, revoked: undefined } : key

/** @throws LogFault for an entry that gives the log another name without a statement; CannotLook. */
export async function requireExplained(
  site: WatchedSite,
  { keys }: Served,
  entries: readonly RestartEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const restarts = await fetchRestarts(site)
  for (const entry of entries) {
    const hashes = await Promise.all(restarts.map((one) => restartHash(one).catch(() => '')))
    const statement = await verifyRestart(restarts[hashes.indexOf(entry.h)], keys)
    if (statement?.new.origin === entry.n && statement.at === entry.at) continue
    throw new LogFault(
      `The log was restarted as ${String(entry.n)}, and no statement that the council's keys signed says why.`,
      { entry, restarts },
    )
  }
}

async function fetchRestarts(site: WatchedSite): Promise<RestartStatement[]> {
  const bytes = await site.get('/log/restarts', longestList)
  if (!bytes) return []
  try {
    const { restarts } = JSON.parse(new TextDecoder().decode(bytes)) as { restarts: unknown }
    if (Array.isArray(restarts)) return restarts as RestartStatement[]
  } catch {
    // As any other answer that is none.
  }
  throw new CannotLook(`${site.url}/log/restarts answers with what are no statements.`)
}

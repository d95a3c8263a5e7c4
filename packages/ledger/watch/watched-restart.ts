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
import { CannotLook, LogFault, parseJson, type Served, type WatchedSite } from './watched-site.ts'

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
  { origin, keys: ranges }: Served,
  known: KnownLog,
): Promise<RestartStatement[]> {
  if (known.origin === origin) return []
  const restarts = await fetchRestarts(site)
  const keys = (['log', 'credentials'] as const).flatMap(
    (use) =>
      known.keys.findLast((key) => key.use === use && !key.revoked)?.publicKeyMultibase ?? [],
  )
  const since = await restartsSince(restarts, { ...known, keys }, { origin, ranges })
  const last = readUnsigned(known.note)
  if (since && last && !isOtherLog(last, since)) return since.chain
  throw unexplained(origin, { restarts })
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
  const restarts = entries.length > 0 ? await fetchRestarts(site) : []
  const hashes = await Promise.all(restarts.map((one) => restartHash(one).catch(() => '')))
  for (const entry of entries) {
    const statement = await verifyRestart(restarts[hashes.indexOf(entry.h)], keys)
    if (statement?.new.origin === entry.n && statement.at === entry.at) continue
    throw unexplained(entry.n, { entry, restarts })
  }
}

const unexplained = (origin: string, details: Record<string, unknown>) =>
  new LogFault(
    `The log was restarted as ${origin}, and no statement that the council's keys signed says why.`,
    details,
  )

async function fetchRestarts(site: WatchedSite): Promise<RestartStatement[]> {
  const bytes = await site.get('/log/restarts', longestList)
  if (!bytes) return []
  const answer = parseJson(new TextDecoder().decode(bytes)) as { restarts?: unknown } | null
  if (Array.isArray(answer?.restarts)) return answer.restarts
  throw new CannotLook(`${site.url}/log/restarts answers with what are no statements.`)
}

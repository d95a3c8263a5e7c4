import type { Log } from '@naic/store/log.ts'
import { RegularWork } from '@naic/store/regular-work.ts'
import type { Registry } from '../registry.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { findLostTriggers } from '@naic/store/database/grow-only.ts'
import { readKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { verifyStamps } from '../stamps/find-stamp.ts'
import type { LogState } from '../log/log-state.ts'
import { requireKept } from './check-start.ts'
import { keyFaults } from './check-keys.ts'
import { unclaimed, walkLog } from './log-walk.ts'

const minuteMs = 60_000
const everyMs = 24 * 60 * minuteMs
const firstAfterMs = { least: 3 * minuteMs, most: 10 * minuteMs }
/** A line of the log has room for so many; `log verify` names the rest. */
const mostNamed = 20

type Parts = {
  registry: Registry
  log: Log
  /** Gets the outcome of each, for the metrics. */
  tell: (outcome: { faults: number; at: Date }) => void
}

/**
 * Does what `log verify` does, some minutes after the start and then regularly, so that a change made in
 * the database is found even if nobody runs the command.
 */
export class RegularVerification extends RegularWork {
  readonly #parts: Parts

  constructor(parts: Parts) {
    super({ firstAfterMs, everyMs })
    this.#parts = parts
  }

  protected async work(rest: () => Promise<void>): Promise<void> {
    const { registry, log, tell } = this.#parts
    const begun = performance.now()
    const { faults, ...counted } = await verifyLog(registry, rest)
    tell({ faults: faults.length, at: new Date() })
    const told = { ...counted, seconds: Math.round((performance.now() - begun) / 1000) }
    if (faults.length === 0) log.info(told, 'verify: the log of certificates is as it was signed')
    else {
      log.error(
        { ...told, count: faults.length, faults: faults.slice(0, mostNamed) },
        'verify: the log of certificates is not as it was signed; run "council log verify"',
      )
    }
  }

  protected sayFailed(error: unknown): void {
    const { log } = this.#parts
    log.error({ reason: (error as Error).message }, 'verify: broke off, and says nothing')
  }
}

export type LogReport = {
  entries: number
  checkpoints: number
  certificates: number
  /** How many of the certificates were erased: only their entry in the log is left. */
  erased: number
  stamps: number
  /** How many of the stamps lead to a block of Bitcoin; the others are promises. */
  inBlocks: number
  /** IDs of the certificates that are void because their key was revoked, in the log's order. */
  void: readonly string[]
  /** Sentences; none if all is as it was signed. */
  faults: string[]
}

/**
 * Checks everything: the whole tree from its entries, every checkpoint and the chain they form, every
 * status list that was named, every certificate with its entry and its signature, revocations and keys
 * with theirs. It trusts nothing that is stored but the keys, and the log announces those.
 *
 * What other processes add to the log meanwhile is not looked at.
 *
 * @param rest is awaited after each stretch of the log, so that others get their turn.
 */
export async function verifyLog(
  registry: Registry,
  rest: () => Promise<void> = async () => undefined,
): Promise<LogReport> {
  const faults: string[] = []
  const size = await newestSize(registry)
  const keys = (await readKeys(registry.database)).filter(({ log_index }) => log_index < size)
  const { announced, ...counts } = await walkLog(registry, { size, keys }, faults, rest)
  if (counts.checkpoints === 0) faults.push('No log was begun here. Is DATA_DIR the right folder?')
  await verifyRegistry(registry, faults, announced.get(0))
  await verifyKeys(registry, { size, keys }, faults, announced)
  await verifyEnds(registry, faults)
  await verifyOutside(registry, counts.checkpoints, faults)
  for (const trigger of await findLostTriggers(registry.database)) {
    faults.push(`The trigger ${trigger} is missing or was changed: rows are not safe from change.`)
  }
  const stamps = await verifyStamps(registry, faults)
  return { ...counts, ...stamps, faults }
}

/** @returns how many entries the newest checkpoint is over; 0 without one. */
async function newestSize({ database: { read } }: Registry): Promise<number> {
  const query = read.selectFrom('log_checkpoint').select(({ fn }) => fn.max('size').as('size'))
  const [row] = await query.execute()
  return Number(row?.size ?? 0)
}

async function verifyRegistry(
  { database: { read } }: Registry,
  faults: string[],
  first: LogEntry | undefined,
) {
  const [row] = await read.selectFrom('registry').select('created_at').execute()
  const begunAt = first?.t === 'key' ? first.at : undefined
  if (row?.created_at !== begunAt) faults.push('The registry was not made when the log was.')
}

/** Rows are written together with the checkpoint over them, so none can be beyond the newest. */
async function verifyEnds(registry: Registry, faults: string[]) {
  const { read } = registry.database
  for (const [table, place] of [
    ['log_entry', 'position'],
    ['registry_key', 'log_index'],
    ['key_revocation', 'log_index'],
    ['revocation', 'log_index'],
    ['log_restart', 'log_index'],
    ['certificate', 'log_index'],
  ] as const) {
    const query = read
      .selectFrom(table)
      .select(({ fn }) => [fn.min(place).as('first'), fn.max(place).as('last')])
    const [row] = await query.execute()
    const isWithin =
      Number(row?.first ?? 0) >= 0 && Number(row?.last ?? -1) < (await newestSize(registry))
    if (!isWithin) faults.push(`There are rows of ${table} that no checkpoint covers.`)
  }
}

/** What is outside the database, as the next start needs it. */
async function verifyOutside(registry: Registry, checkpoints: number, faults: string[]) {
  const { log, privateKeys } = registry
  const checks: ((state: LogState) => Promise<unknown>)[] = [
    (state) => log.requireContinued(state),
    async () => checkpoints > 1 && (await requireKept(log)),
  ]
  for (const use of checkpoints > 0 ? (['credentials', 'log'] as const) : []) {
    checks.push(({ keys }) => privateKeys.signer(keys, use))
  }
  for (const check of checks) {
    try {
      await log.checkNewest(async (state) => void (await check(state)))
    } catch (error) {
      if (!(error instanceof RegistryRefused)) throw error
      if (!faults.includes(error.message)) faults.push(error.message)
    }
  }
}

/** @param announced the entries of keys and of their revocations. */
async function verifyKeys(
  registry: Registry,
  { size, keys }: { size: number; keys: RegistryKeys },
  faults: string[],
  announced: ReadonlyMap<number, LogEntry>,
) {
  const claimed = new Set<number>()
  const entryAt = async (index: number) => {
    claimed.add(index)
    return announced.get(index)
  }
  for await (const fault of keyFaults(registry, { keys, size, entryAt })) faults.push(fault)
  for (const [position, { t }] of announced) {
    if (!claimed.has(position)) faults.push(unclaimed(position, t))
  }
}

import type { Log } from '@naic/platform/log.ts'
import { RegularWork } from '@naic/platform/regular-work.ts'
import type { Registry } from '../registry.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { findLostTriggers } from '@naic/platform/database/grow-only.ts'
import { isAnnouncement, readKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { verifyStamps } from '../stamps/find-stamp.ts'
import type { LogState } from '../log/log-state.ts'
import { requireKept } from './check-start.ts'
import { findUnannounced, findUnvouched } from './check-keys.ts'
import { LogWalk, readStretches, unclaimed } from './log-walk.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const firstAfterMs = { least: 3 * minuteMs, most: 10 * minuteMs }
/** What a line of the log has room for; `log verify` names the rest. */
const mostNamed = 20

type Parts = {
  registry: Registry
  log: Log
  /** From one to the next; 0: never. */
  everyHours: number
  /** Told the outcome of each, for who watches. */
  tell: (outcome: { faults: number; at: Date }) => void
}

/**
 * Does what `log verify` does, some minutes after the start and then regularly: what somebody changes
 * in the database is found without anybody thinking of it. It rests between two stretches of the log.
 */
export class RegularVerification extends RegularWork {
  readonly #parts: Parts

  constructor(parts: Parts) {
    const { everyHours } = parts
    super({ firstAfterMs, everyMs: everyHours > 0 ? everyHours * hourMs : undefined })
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
        'verify: the log of certificates is not as it was signed; run "npm run --silent council -- log verify"',
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
  /** How many of the certificates were erased: of those there is the entry in the log alone. */
  erased: number
  stamps: number
  /** How many of the stamps lead to a block of Bitcoin; the others are promises. */
  inBlocks: number
  /** IDs of the certificates whose key was revoked from before them on, in the log's order. */
  void: readonly string[]
  /** Sentences; none if all is as it was signed. */
  faults: string[]
}

/**
 * Checks everything: the whole tree from its entries, every checkpoint and the chain they form, every
 * status list that was named, every certificate against its entry and its signature, revocations and
 * keys against theirs. It trusts nothing that is stored but the keys, and the log announces those.
 *
 * The log is read from its beginning, a stretch at a time; only the entries of keys are kept. Others
 * may add to it at the same time: what they add is not looked at.
 *
 * @param rest waited for after each stretch, by who has something else to do.
 */
export async function verifyLog(
  registry: Registry,
  rest: () => Promise<void> = async () => undefined,
): Promise<LogReport> {
  const faults: string[] = []
  const size = await newestSize(registry)
  const keys = (await readKeys(registry.database)).filter(({ log_index }) => log_index < size)
  const walk = new LogWalk(registry, keys, faults)
  for await (const stretch of readStretches(registry.database, size)) {
    await walk.along(stretch)
    await rest()
  }
  const { entries, checkpoints, announced, ...certificates } = walk.result()
  if (checkpoints === 0) faults.push('No log was begun here. Is DATA_DIR the right folder?')
  await verifyRegistry(registry, faults, announced.get(0))
  await verifyKeys(registry, { size, keys }, faults, announced)
  await verifyEnds(registry, faults)
  await verifyOutside(registry, checkpoints, faults)
  for (const trigger of await findLostTriggers(registry.database)) {
    faults.push(`The trigger ${trigger} is missing or was changed: rows are not safe from change.`)
  }
  const stamps = await verifyStamps(registry, faults)
  return { entries, checkpoints, ...certificates, ...stamps, faults }
}

/** @returns how many entries the newest checkpoint is over; 0 where there is none. */
async function newestSize({ database: { build, read } }: Registry): Promise<number> {
  const query = build.selectFrom('log_checkpoint').select(({ fn }) => fn.max('size').as('size'))
  const [row] = await read(query.compile())
  return Number(row?.size ?? 0)
}

async function verifyRegistry(
  { database: { build, read } }: Registry,
  faults: string[],
  first: LogEntry | undefined,
) {
  const [row] = await read(build.selectFrom('registry').select('created_at').compile())
  const begunAt = first?.t === 'key' ? first.at : undefined
  if (row?.created_at !== begunAt) faults.push('The registry was not made when the log was.')
}

/** What comes with a checkpoint is written with it: beyond the newest, nothing can be. */
async function verifyEnds(registry: Registry, faults: string[]) {
  const { build, read } = registry.database
  for (const [table, place] of [
    ['log_entry', 'position'],
    ['registry_key', 'log_index'],
    ['key_revocation', 'log_index'],
    ['revocation', 'log_index'],
    ['certificate', 'log_index'],
  ] as const) {
    const { ref } = build.dynamic
    const query = build
      .selectFrom(table)
      .select(({ fn }) => [fn.min(ref(place)).as('first'), fn.max(ref(place)).as('last')])
    const [row] = await read(query.compile())
    const isWithin =
      Number(row?.first ?? 0) >= 0 && Number(row?.last ?? -1) < (await newestSize(registry))
    if (!isWithin) faults.push(`There are rows of ${table} that no checkpoint covers.`)
  }
}

/** What is outside the database, as the next start will ask for it. */
async function verifyOutside(registry: Registry, checkpoints: number, faults: string[]) {
  const { log, privateKeys } = registry
  const { tree, origin, lastCheckpoint } = log
  const checks: ((state: LogState) => Promise<unknown>)[] = [
    ({ head, keys }) => lastCheckpoint.requireWithin(head, { tree, keys, origin }),
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
  announced: Map<number, LogEntry>,
) {
  const unvouched = await findUnvouched(registry, keys, async (key) => announced.get(key.log_index))
  for (const { name } of unvouched) {
    faults.push(`The key ${name} is not vouched for by the one before.`)
  }
  const unannounced = await findUnannounced(registry.database, size, async (index) =>
    take(announced, index),
  )
  for (const name of unannounced) faults.push(`The revocation of the key ${name} is not the log's.`)
  for (const key of keys) {
    if (!(await isAnnouncement(take(announced, key.log_index), key))) {
      faults.push(`The key ${key.name} is not the one that the log announces.`)
    }
  }
  for (const [position, { t }] of announced) faults.push(unclaimed(position, t))
}

/** Each entry stands for one row: taking it out shows in the end what none claimed. */
function take(announced: Map<number, LogEntry>, position: number): LogEntry | undefined {
  const entry = announced.get(position)
  announced.delete(position)
  return entry
}

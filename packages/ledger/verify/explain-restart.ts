import { equal } from '../format/bytes.ts'
import { parseJson } from '../format/canonical-json.ts'
import { type Checkpoint, readUnsigned } from '../format/checkpoint.ts'
import { readPoint, type RestartStatement, verifyRestart } from '../format/log-restart.ts'
import { parseReceipt } from '../format/receipt.ts'
import { provesGrowth } from '../format/tree-growth.ts'
import type { Evidence, Proven, Site } from './evidence.ts'
import { checkLogged } from './verify-credential.ts'

/** The council's signed word of why what was seen, or what a receipt proves, is not in the log now. */
export type Restarted = {
  state: 'restarted'
  /** When it was restarted, in RFC 3339, and why. */
  at: string
  reason: string
  /** Entries of the old log that were seen, and how many of these are left. */
  seen: number
  size: number
  /** Whether the certificate is among what was lost. */
  isLost: boolean
}

/** A log as it was seen under a name that it has no more. */
export type SeenLog = Checkpoint & {
  /** Multikeys that counted when it was seen. */
  keys: readonly string[]
}

/**
 * Compares the log with what was seen of it under another name. If entries that were seen are gone,
 * the keys that signed why have to be such as counted when they were seen.
 *
 * @returns true if the log begins with what was seen; false if it does not and nobody rightly says why.
 * @throws if the site does not answer.
 */
export async function explainSeen(
  older: SeenLog,
  newest: Checkpoint,
  { keys }: Evidence,
  site: Site,
): Promise<Restarted | boolean> {
  const chain = await restartsFrom(older.origin, newest, keys, site)
  if (!chain) return false
  const cut = chain.find((one) => one.new.size < older.size)
  if (!cut) return isGrown(older, newest, site)
  const trusted = new Set(older.keys)
  for (const { keys: by } of chain) {
    if (!trusted.has(by.old) || !trusted.has(by.credentials)) return false
    trusted.add(by.new)
  }
  const last = readPoint(cut.old)
  const isOther =
    last?.origin === older.origin && last.size === older.size && !equal(last.root, older.root)
  return isOther ? false : restartedBy(cut, older.size, false)
}

/**
 * @param receipt which the log as it is now does not bear out.
 * @param isLost whether the register does not have the certificate either.
 * @returns undefined unless the old log signed the receipt and lost its entries in a restart.
 * @throws if the site does not answer.
 */
export async function explainLost(
  receipt: Proven,
  isLost: boolean,
  newest: Checkpoint,
  { evidence, site }: { evidence: Evidence; site: Site },
): Promise<Restarted | undefined> {
  const own = readUnsigned(parseReceipt(receipt.receipt)?.checkpoint ?? '')
  const chain = own && (await restartsFrom(own.origin, newest, evidence.keys, site))
  const cut = chain?.[0]
  if (!own || !cut || own.size <= cut.new.size) return undefined
  // Where the council knows how much was lost, what is beyond was never signed by it.
  if (cut.old.size > cut.new.size && own.size > cut.old.size) return undefined
  const oldKey = {
    name: '',
    use: 'log',
    publicKeyMultibase: cut.keys.old,
    from: 0,
    to: null,
  } as const
  const ofOld = { ...evidence, keys: [oldKey], origin: own.origin }
  const { inclusion } = await checkLogged('issue', ofOld, receipt)
  return inclusion === 'passed' ? restartedBy(cut, own.size, isLost) : undefined
}

const restartedBy = (
  { at, reason, new: { size } }: RestartStatement,
  seen: number,
  isLost: boolean,
) => ({ state: 'restarted', at, reason, seen, size, isLost }) as const

/** @returns the statements that lead from a name to the newest; undefined if they rightly do not. */
async function restartsFrom(
  origin: string,
  newest: Checkpoint,
  ranges: Evidence['keys'],
  site: Site,
): Promise<RestartStatement[] | undefined> {
  const response = await site.fetch('/log/restarts', { cache: 'no-cache' })
  const { restarts } = parseJson(await response.text()) as { restarts: RestartStatement[] }
  const chain: RestartStatement[] = []
  for (let name = origin; name !== newest.origin;) {
    const next = restarts.find((one) => one?.old?.origin === name && !chain.includes(one))
    const statement = next && (await verifyRestart(next, ranges))
    if (!statement) return undefined
    chain.push(statement)
    name = statement.new.origin
  }
  const begun = readPoint((chain.at(-1) as RestartStatement).new)
  return begun && (await isGrown(begun, newest, site)) ? chain : undefined
}

async function isGrown(older: Checkpoint, newest: Checkpoint, site: Site): Promise<boolean> {
  if (older.size > newest.size) return false
  const answer =
    older.size === newest.size
      ? { proof: [] }
      : await (await site.fetch(`/log/proof?from=${older.size}&to=${newest.size}`)).json()
  return provesGrowth(older, newest, answer)
}

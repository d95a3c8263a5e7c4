import { randomBytes, randomInt } from 'node:crypto'
import { buildCredential, hashAddress } from '@naic/ledger/format/credential.ts'
import { credentialHash } from '@naic/ledger/format/log-entry.ts'
import { statusCapacity } from '@naic/ledger/format/status-list.ts'
import type { Order } from './order.ts'
import type { Registry } from '../registry.ts'
import { didOfRegistry, type RegistryKeys } from '../keys/registry-keys.ts'
import { signDocument } from './sign-document.ts'
import { drawnLength, drawnSigns } from '@naic/ledger/format/id-format.ts'
import type { Database } from '@naic/platform/database/database.ts'

/** An order with its id and its place, signed. */
export type Draft = Order & {
  id: string
  statusIndex: number
  credential: string
  hash: string
  issuedAt: string
}

type Parts = Pick<Registry, 'database' | 'privateKeys' | 'siteUrl' | 'issuer'>

type State = {
  /** The newest of them signs. */
  keys: RegistryKeys
  /** Entries that the log has already. */
  logSize: number
  /** Drafts that are issued together with these. */
  beside?: readonly Draft[]
}

/** So many are signed side by side: hashing and signing happen in other threads. */
const atOnce = 16

/** @param onSigned called with the number of drafts signed so far. */
export async function draftAll(
  { database, privateKeys, siteUrl, issuer }: Parts,
  orders: readonly Order[],
  { keys, logSize, beside = [] }: State,
  onSigned: (count: number) => void = () => undefined,
): Promise<Draft[]> {
  const capacity = statusCapacity(logSize + beside.length + orders.length)
  const ids = await drawUnused(
    database,
    'id',
    orders.map(
      ({ id, verifiedOn }) =>
        () =>
          id ?? drawId(verifiedOn.slice(0, 4)),
    ),
    beside.map(({ id }) => id),
  )
  const places = await drawUnused(
    database,
    'status_index',
    orders.map(() => () => randomInt(capacity)),
    beside.map(({ statusIndex }) => statusIndex),
  )
  const did = didOfRegistry(siteUrl, keys)
  const { name, sign } = await privateKeys.signer(keys, 'credentials')
  const signer = { verificationMethod: `${did.id}#${name}`, sign, did }
  const learntBy = issuer.readLearnt(siteUrl)
  const now = new Date()
  const draft = async (order: Order, at: number): Promise<Draft> => {
    const id = ids[at] ?? ''
    const statusIndex = places[at] ?? 0
    const { email } = order
    const facts = {
      ...order,
      id,
      learnt: learntBy(order),
      address: email ? await hashAddress(email, randomBytes(16).toString('hex')) : undefined,
    }
    const by = { did: did.id, name: issuer.name }
    const unsigned = buildCredential(facts, by, siteUrl, statusIndex)
    const secured = await signDocument(unsigned, signer, now)
    const hash = await credentialHash(secured)
    const credential = JSON.stringify(secured)
    return { ...order, id, statusIndex, credential, hash, issuedAt: now.toISOString() }
  }
  const drafts: Draft[] = []
  for (let first = 0; first < orders.length; first += atOnce) {
    const some = orders.slice(first, first + atOnce)
    drafts.push(...(await Promise.all(some.map((order, at) => draft(order, first + at)))))
    onSigned(drafts.length)
  }
  return drafts
}

/**
 * Drafts anew what somebody else has taken the id or the place of meanwhile, and keeps the rest
 * as it was signed.
 *
 * @param orders of the drafts, in the same order.
 */
export async function redraftTaken(
  parts: Parts,
  drafts: readonly Draft[],
  orders: readonly Order[],
  state: State,
): Promise<Draft[]> {
  const { database } = parts
  const ids = await takenOf(
    database,
    'id',
    drafts.map(({ id }) => id),
  )
  const places = await takenOf(
    database,
    'status_index',
    drafts.map(({ statusIndex }) => statusIndex),
  )
  const isTaken = (draft: Draft) => ids.has(draft.id) || places.has(draft.statusIndex)
  const again = orders.filter((_, at) => drafts[at] && isTaken(drafts[at]))
  const beside = drafts.filter((draft) => !isTaken(draft))
  const fresh = (await draftAll(parts, again, { ...state, beside })).values()
  return drafts.map((draft) => (isTaken(draft) ? (fresh.next().value ?? draft) : draft))
}

const valuesAtATime = 64

/** @returns an id such as "NAIC26K7M2P9XQ". @param year four digits. */
function drawId(year: string): string {
  const drawn = Array.from({ length: drawnLength }, () =>
    drawnSigns.charAt(randomInt(drawnSigns.length)),
  )
  return `NAIC${year.slice(2)}${drawn.join('')}`
}

/**
 * Draws at random what no certificate has yet.
 *
 * @param draws one for each value wanted; called again where its value is taken.
 * @param reserved values that are as good as taken.
 * @returns as many values, all different.
 */
async function drawUnused<Value extends string | number>(
  database: Database,
  column: 'id' | 'status_index',
  draws: readonly (() => Value)[],
  reserved: readonly Value[] = [],
): Promise<Value[]> {
  const others = new Set(reserved)
  const drawn = new Map<Value, number>()
  let wanted = draws.map((_, at) => at)
  while (wanted.length > 0) {
    const fresh = new Map<Value, number>()
    for (const at of wanted) {
      const value = draws[at]?.()
      if (value === undefined || others.has(value)) continue
      if (!drawn.has(value) && !fresh.has(value)) fresh.set(value, at)
    }
    for (const taken of await takenOf(database, column, [...fresh.keys()])) fresh.delete(taken)
    for (const [value, at] of fresh) drawn.set(value, at)
    const found = new Set(fresh.values())
    wanted = wanted.filter((at) => !found.has(at))
  }
  return [...drawn].sort(([, one], [, other]) => one - other).map(([value]) => value)
}

/** @returns those of the values that a certificate has. */
async function takenOf<Value extends string | number>(
  { build, read }: Database,
  column: 'id' | 'status_index',
  values: readonly Value[],
): Promise<Set<Value>> {
  const taken = new Set<Value>()
  for (let at = 0; at < values.length; at += valuesAtATime) {
    const some = values.slice(at, at + valuesAtATime)
    const first = some[0] as Value
    while (some.length < valuesAtATime) some.push(first)
    const query = build
      .selectFrom('certificate')
      .select(column)
      .where(column, 'in', some as never[])
    for (const row of await read(query.compile())) taken.add(row[column] as Value)
  }
  return taken
}

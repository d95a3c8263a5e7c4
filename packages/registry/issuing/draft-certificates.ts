import { randomBytes, randomInt } from 'node:crypto'
import { buildCredential, type HashedAddress } from '@naic/ledger/format/credential.ts'
import { hashAddress } from '@naic/ledger/format/hash-address.ts'
import { documentHash } from '@naic/ledger/format/log-entry.ts'
import { statusCapacity } from '@naic/ledger/format/status-list.ts'
import type { Order } from './order.ts'
import type { Registry } from '../registry.ts'
import type { RegistryKeys } from '../keys/registry-keys.ts'
import { councilSigner, signDocument } from './sign-document.ts'
import { drawnLength, drawnSigns } from '@naic/ledger/format/id-format.ts'
import type { Database } from '@naic/store/database/database.ts'

/** An order with its id and its place, signed. */
export type Draft = Order & {
  id: string
  statusIndex: number
  credential: string
  hash: string
  /** Of the holder, for the council alone. */
  address?: HashedAddress | undefined
  issuedAt: string
}

type Parts = Pick<Registry, 'database' | 'privateKeys' | 'siteUrl' | 'issuer'>

/** So many are signed side by side: hashing and signing happen in other threads. */
const atOnce = 16

/**
 * @param keys the newest of them signs.
 * @param logSize how many entries the log has already.
 */
export async function draftAll(
  { database, privateKeys, siteUrl, issuer }: Parts,
  orders: readonly Order[],
  { keys, logSize }: { keys: RegistryKeys; logSize: number },
): Promise<Draft[]> {
  const capacity = statusCapacity(logSize + orders.length)
  const places = await drawPlaces(database, orders.length, capacity)
  const signer = await councilSigner({ siteUrl, privateKeys }, keys)
  const learntBy = issuer.readLearnt(siteUrl)
  const now = new Date()
  const draft = async (order: Order, at: number): Promise<Draft> => {
    const { email, withEmail, corrects, id = drawId(order.verifiedOn.slice(0, 4)) } = order
    const statusIndex = places[at] as number
    const address = email
      ? await hashAddress(email, randomBytes(16).toString('hex'))
      : corrects?.address
    const facts = {
      ...order,
      id,
      learnt: corrects ? corrects.learnt : learntBy(order),
      address: withEmail ? address : undefined,
    }
    const by = { did: signer.did.id, name: issuer.name }
    const unsigned = buildCredential(facts, by, siteUrl, statusIndex)
    const secured = await signDocument(unsigned, signer, now)
    const hash = await documentHash(secured)
    const credential = JSON.stringify(secured)
    return { ...order, id, statusIndex, credential, hash, address, issuedAt: now.toISOString() }
  }
  const drafts: Draft[] = []
  while (drafts.length < orders.length) {
    const done = drafts.length
    const next = orders.slice(done, done + atOnce)
    drafts.push(...(await Promise.all(next.map((order, at) => draft(order, done + at)))))
  }
  return drafts
}

const placesAtATime = 64

/** @returns so many places in the status list that no certificate has yet. */
async function drawPlaces({ read }: Pick<Database, 'read'>, count: number, capacity: number) {
  const unused = new Set<number>()
  while (unused.size < count) {
    const length = Math.min(count - unused.size, placesAtATime)
    const drawn = Array.from({ length }, () => randomInt(capacity))
    const query = read.selectFrom('certificate').select('status_index')
    const rows = await query.where('status_index', 'in', drawn).execute()
    const taken = new Set(rows.map((row) => row.status_index))
    for (const place of drawn) if (!taken.has(place)) unused.add(place)
  }
  return [...unused]
}

/**
 * @param year four digits.
 * @returns an id such as "NAIC26K7M2P9XQ". There are so many that one which is taken is left to the
 *   database to refuse.
 */
function drawId(year: string): string {
  const drawn = Array.from({ length: drawnLength }, () =>
    drawnSigns.charAt(randomInt(drawnSigns.length)),
  )
  return `NAIC${year.slice(2)}${drawn.join('')}`
}

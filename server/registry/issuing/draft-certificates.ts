import { randomBytes, randomInt } from 'node:crypto'
import { buildCredential, hashAddress } from '#credential/credential.ts'
import { credentialHash } from '#credential/log-entry.ts'
import { statusCapacity } from '#credential/status-list.ts'
import { drawId, drawUnused, takenOf } from './draw-unused.ts'
import type { Order } from './order.ts'
import { programmeOf, readProgrammes } from './programmes.ts'
import type { Registry } from '../registry.ts'
import { didOfRegistry, type RegistryKeys } from '../keys/registry-keys.ts'
import { signDocument } from './sign-document.ts'

/** An order with its id and its place, signed. */
export type Draft = Order & {
  id: string
  statusIndex: number
  credential: string
  hash: string
  issuedAt: string
}

type Parts = Pick<Registry, 'database' | 'privateKeys' | 'siteUrl' | 'issuerName'>

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
  { database, privateKeys, siteUrl, issuerName }: Parts,
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
  const programmes = readProgrammes(siteUrl)
  const now = new Date()
  const draft = async (order: Order, at: number): Promise<Draft> => {
    const id = ids[at] ?? ''
    const statusIndex = places[at] ?? 0
    const { email } = order
    const facts = {
      ...order,
      id,
      learnt: programmeOf(order, programmes)?.learnt,
      address: email ? await hashAddress(email, randomBytes(16).toString('hex')) : undefined,
    }
    const issuer = { did: did.id, name: issuerName }
    const unsigned = buildCredential(facts, issuer, siteUrl, statusIndex)
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

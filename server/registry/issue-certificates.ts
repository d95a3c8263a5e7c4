import type { CompiledQuery } from 'kysely'
import { randomInt } from 'node:crypto'
import { certificateIssued } from '#content/letters.ts'
import { buildCredential, type CertificateFacts } from '#certificates/credential.ts'
import { credentialHash, type LogEntry } from '#certificates/log-entry.ts'
import { drawId, drawUnused } from './draw-unused.ts'
import { type Issued, findIssued } from './find-issued.ts'
import { insertRows } from './insert-rows.ts'
import { certificateAddress, type Registry, statusCapacity } from './registry.ts'
import { currentKey, didOfRegistry, type RegistryKeys } from './registry-keys.ts'
import { signDocument } from './sign-document.ts'

/** A certificate to be issued. */
export type Order = Omit<CertificateFacts, 'id'> & {
  /** What the council's own records call it; undefined for a certificate they do not know. */
  reference: string | undefined
  /** Where a letter goes that tells of it. */
  email: string | undefined
  /** For the samples only; every other id is drawn. */
  id?: string
}

export type IssueResult =
  | { state: 'issued'; certificates: Issued[] }
  /** These references stand in the registry for something else. Nothing was issued. */
  | { state: 'refused'; references: string[] }

/**
 * The one door for certificates: when it returns `issued`, all of them, their entries in the log,
 * the checkpoint over it and the letters survive a crash; otherwise there is nothing of any.
 * An order whose reference is known with the same facts is answered with the certificate that
 * stands, so that a batch can be sent again.
 *
 * @param orders in which no reference is twice.
 * @param onSigned called with the number of certificates signed so far.
 * @throws `Unavailable` when it cannot be stored now; RegistryRefused when the log is damaged.
 */
export async function issueCertificates(
  registry: Registry,
  orders: readonly Order[],
  onSigned: (count: number) => void = () => undefined,
): Promise<IssueResult> {
  let known = { issued: new Map<string, Issued>(), conflicts: [] as string[] }
  let drafts: Draft[] = []
  let signedBy = ''
  await registry.log.append(async (firstIndex, keys) => {
    const knownBefore = known.issued.size
    known = await findIssued(registry, orders)
    if (known.conflicts.length > 0) return { keys, entries: [], rows: [] }
    const signs = currentKey(keys, 'credentials').name
    // Where only the log has grown meanwhile, what was signed is still right.
    if (signs !== signedBy || known.issued.size !== knownBefore) {
      const fresh = orders.filter(({ reference }) => !reference || !known.issued.has(reference))
      drafts = await draftAll(registry, fresh, firstIndex, keys, onSigned)
      signedBy = signs
    }
    return { keys, ...toAddition(registry, drafts, firstIndex) }
  })
  if (known.conflicts.length > 0) return { state: 'refused', references: known.conflicts }
  registry.outbox.wake()

  const drawn = drafts.values()
  const certificates = orders.map((order): Issued => {
    const standing = order.reference ? known.issued.get(order.reference) : undefined
    if (standing) return standing
    const id = drawn.next().value?.id ?? ''
    const address = certificateAddress(registry.siteUrl, id)
    return { id, address, reference: order.reference, isNew: true }
  })
  return { state: 'issued', certificates }
}

/** An order with its id and its place, signed. */
export type Draft = Order & {
  id: string
  statusIndex: number
  credential: string
  hash: string
  issuedAt: string
}

/** @param keys of which the newest signs. */
export async function draftAll(
  registry: Pick<Registry, 'database' | 'privateKeys' | 'siteUrl' | 'issuerName'>,
  orders: readonly Order[],
  firstIndex: number,
  keys: RegistryKeys,
  onSigned: (count: number) => void = () => undefined,
): Promise<Draft[]> {
  const { database, privateKeys, siteUrl, issuerName } = registry
  const capacity = statusCapacity(firstIndex + orders.length)
  const ids = await drawUnused(
    database,
    'id',
    orders.map(
      ({ id, verifiedOn }) =>
        () =>
          id ?? drawId(verifiedOn.slice(0, 4)),
    ),
  )
  const places = await drawUnused(
    database,
    'status_index',
    orders.map(() => () => randomInt(capacity)),
  )
  const did = didOfRegistry(siteUrl, keys)
  const { name, sign } = await privateKeys.signer(keys, 'credentials')
  const signer = { verificationMethod: `${did.id}#${name}`, sign, did }
  const now = new Date()
  const drafts: Draft[] = []
  for (const [at, order] of orders.entries()) {
    const id = ids[at] ?? ''
    const statusIndex = places[at] ?? 0
    const facts = { ...order, id }
    const issuer = { did: did.id, name: issuerName }
    const unsigned = buildCredential(facts, issuer, siteUrl, statusIndex)
    const secured = await signDocument(unsigned, signer, now)
    const hash = await credentialHash(secured)
    const credential = JSON.stringify(secured)
    drafts.push({ ...facts, statusIndex, credential, hash, issuedAt: now.toISOString() })
    onSigned(drafts.length)
  }
  return drafts
}

/** @returns the entries and the rows of drafts whose first comes at an index of the log. */
export function toAddition(
  { database, outbox, siteUrl }: Pick<Registry, 'database' | 'outbox' | 'siteUrl'>,
  drafts: readonly Draft[],
  firstIndex: number,
): { entries: LogEntry[]; rows: CompiledQuery[] } {
  const certificates = drafts.map((draft, at) => ({
    id: draft.id,
    holder: draft.holder,
    domain: draft.domain,
    duration: draft.duration,
    verified_on: draft.verifiedOn,
    credential: draft.credential,
    hash: draft.hash,
    status_index: draft.statusIndex,
    log_index: firstIndex + at,
    external_reference: draft.reference ?? null,
    issued_at: draft.issuedAt,
  }))
  const letters = drafts.flatMap(({ id, holder, domain, email, issuedAt }) => {
    if (!email) return []
    const text = certificateIssued({ holder, domain, address: certificateAddress(siteUrl, id), id })
    const to = { name: holder, address: email }
    return outbox.post(
      { id: `certificate-${id}`, to, replyTo: undefined, ...text },
      new Date(issuedAt),
    )
  })
  return {
    entries: drafts.map(({ hash, issuedAt }) => ({ v: 1, t: 'issue', h: hash, at: issuedAt })),
    rows: [...insertRows(database.build, 'certificate', certificates), ...letters],
  }
}

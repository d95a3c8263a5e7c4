import { type Order, refuseUnsafe } from './order.ts'
import { type Draft, draftAll } from './draft-certificates.ts'
import { readFacts } from '@naic/ledger/format/credential.ts'
import { groupsOf } from '@naic/store/database/groups-of.ts'
import { issueEntry, standingOf, standingsQuery } from './stored-certificate.ts'
import { postLetter } from '@naic/store/mail/letter-queue.ts'
import type { Letter } from '@naic/store/mail/mailer.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { letterOf } from './erase-certificate.ts'
import { certificateAddress, certificatePdfAddress, type Registry } from '../registry.ts'
import { type Part, unchanged } from '../log/transparency-log.ts'
import { whatIsSaid } from './find-repeats.ts'
import { folded } from './search-certificates.ts'
import { keysQuery } from '../keys/registry-keys.ts'

/** What is told of an order that was carried out. */
export type Issued = {
  id: string
  address: string
  reference: string | undefined
  /** `issued`: just now. All others were issued before. */
  state: 'issued' | 'issued before' | 'revoked' | 'erased'
}

/** A reference under which there is a certificate with other facts. */
export type Conflict = { reference: string; id: string }

export type IssueResult =
  | { state: 'issued'; certificates: Issued[] }
  /** The registry has these references with other facts. Nothing was issued. */
  | { state: 'refused'; conflicts: Conflict[] }

/**
 * The only way to issue certificates. When it returns `issued`, all of them, their entries in the log,
 * the checkpoint over it and the letters survive a crash; otherwise nothing was stored. An order whose
 * reference is known with the same facts gets the certificate that it has, so that a batch can be sent
 * again.
 *
 * @param orders in which no reference is twice.
 * @param who as the journal names them.
 * @throws `Unavailable` when it cannot be stored now; RegistryRefused when the log is damaged, or
 *   for a text that may not be signed (`whyUnsafe`).
 */
export async function issueCertificates(
  registry: Registry,
  orders: readonly Order[],
  who: string,
): Promise<IssueResult> {
  refuseUnsafe(orders)
  const result = await registry.log.append<IssueResult>(async (firstIndex, keys) => {
    const { issued, conflicts } = await findIssued(registry, orders)
    if (conflicts.length > 0) return unchanged({ state: 'refused', conflicts })
    const fresh = orders.filter(({ reference }) => !reference || !issued.has(reference))
    const drafts = await draftAll(registry, fresh, { keys, logSize: firstIndex })
    const drawn = drafts.values()
    const certificates = orders.map((order): Issued => {
      const standing = order.reference ? issued.get(order.reference) : undefined
      if (standing) return standing
      const id = drawn.next().value?.id ?? ''
      const address = certificateAddress(registry.siteUrl, id)
      return { id, address, reference: order.reference, state: 'issued' }
    })
    return {
      result: { state: 'issued', certificates },
      parts: [issuedFrom(registry, drafts, firstIndex)],
      deed: { who, did: 'certificates issue', detail: `${drafts.length} issued` },
    }
  })
  if (result.state === 'issued') registry.outbox.wake()
  return result
}

/** @returns the letter to the holder of a certificate that is issued; undefined without an address. */
export function letterAbout(
  { siteUrl, issuer }: Pick<Registry, 'siteUrl' | 'issuer'>,
  { id, holder, domain, email, corrects }: Order & { id: string },
): Letter | undefined {
  if (!email) return undefined
  const address = certificateAddress(siteUrl, id)
  const facts = { id, holder, domain, address, pdfAddress: certificatePdfAddress(siteUrl, id) }
  const words = corrects
    ? issuer.letters.corrected({ ...facts, corrects: corrects.id })
    : issuer.letters.issued(facts)
  return { id: letterOf(id), to: { name: holder, address: email }, replyTo: undefined, ...words }
}

/** @returns the entries of drafts, the first at an index of the log, and what writes the rest of them. */
export function issuedFrom(
  { siteUrl, issuer }: Pick<Registry, 'siteUrl' | 'issuer'>,
  drafts: readonly Draft[],
  firstIndex: number,
): Part {
  const certificates = drafts.map((draft, at) => ({
    id: draft.id,
    hash: draft.hash,
    status_index: draft.statusIndex,
    log_index: firstIndex + at,
    external_reference: draft.reference ?? null,
    issued_at: draft.issuedAt,
  }))
  const credentials = drafts.map((draft) => ({
    certificate_id: draft.id,
    document: draft.credential,
    holder: folded(draft.holder),
    domain: folded(draft.domain),
    college: folded(draft.college ?? ''),
    verified_on: draft.verifiedOn,
    said: whatIsSaid(draft),
    address: draft.address ? JSON.stringify(draft.address) : null,
    corrects: draft.corrects?.id ?? null,
  }))
  return {
    entries: certificates.map(issueEntry),
    store: async (transaction) => {
      await insertRows(transaction, 'certificate', certificates)
      await insertRows(transaction, 'credential', credentials)
      for (const draft of drafts) {
        const letter = letterAbout({ siteUrl, issuer }, draft)
        const about = { kind: 'certificate', id: draft.id } as const
        if (letter) await postLetter(transaction, letter, { about, now: new Date(draft.issuedAt) })
      }
    },
  }
}

const referencesAtATime = 64

/**
 * Finds orders that were carried out before. A void certificate does not count. Under the reference of a
 * revoked certificate another one with other facts may be issued: this is how a mistake is corrected.
 *
 * @returns by reference what was issued; and the references that have other facts.
 */
export async function findIssued(
  { database: { read, readTogether }, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  orders: readonly Order[],
): Promise<{ issued: Map<string, Issued>; conflicts: Conflict[] }> {
  const issued = new Map<string, Issued>()
  const conflicts: Conflict[] = []
  const ordered = orders.flatMap((order) =>
    order.reference ? [{ order, reference: order.reference }] : [],
  )
  for (const some of groupsOf(ordered, referencesAtATime)) {
    const references = some.map(({ reference }) => reference)
    const query = standingsQuery(read)
      .leftJoin('credential', 'credential.certificate_id', 'certificate.id')
      .select('document')
      .where('external_reference', 'in', references)
      .orderBy('certificate.log_index')
    const [rows, keys] = await readTogether([query, keysQuery(read)])
    const under = Map.groupBy(rows, (row) => row.external_reference)
    // The last group is filled up with its first order, which counts once.
    for (const { order, reference } of new Set(some)) {
      const all = (under.get(reference) ?? []).flatMap((row) => {
        const standing = standingOf(row, keys)
        return standing === 'void' ? [] : [{ ...row, standing }]
      })
      const same = all.findLast((row) => row.standing !== 'erased' && isFor(order, row))
      const before = same ?? all.at(-1)
      if (!before || (!same && before.standing === 'revoked')) continue
      const { id, standing } = before
      // Nobody can read an erased one, but its reference was used.
      if (!same && standing !== 'erased') conflicts.push({ reference, id })
      else {
        const address = certificateAddress(siteUrl, id)
        const state = standing === 'stands' ? 'issued before' : standing
        issued.set(reference, { id, address, reference, state })
      }
    }
  }
  return { issued, conflicts }
}

/** Whether a certificate says what the order asks for. */
function isFor(order: Order, { document }: { document: string | null }): boolean {
  const facts = document === null ? undefined : readFacts(JSON.parse(document))
  if (!facts) return false
  const { id: _id, ...said } = facts
  return Object.entries(said).every(([name, value]) => order[name as keyof typeof said] === value)
}

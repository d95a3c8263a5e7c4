import { certificateQuery, openCertificate } from './issuing/find-certificate.ts'
import { type Head, stateQueries } from './log/log-state.ts'
import type { Inclusion } from './log/log-tree.ts'
import type { Registry } from './registry.ts'
import { openStamp, stampsOver } from './stamps/find-stamp.ts'
import { entryBytes } from '@naic/ledger/format/log-entry.ts'
import { withExtra } from '@naic/ledger/format/receipt.ts'

/**
 * Reads everything about a certificate: first the certificate and the log's state, in one
 * snapshot; then the proofs for that state. No part contradicts another.
 *
 * @returns undefined when no certificate has this id.
 * @throws when the database cannot answer; RegistryRefused when the log is damaged, or what is stored
 *   of the certificate is not what was signed.
 */
export async function findEvidence(
  { database, log, siteUrl }: Pick<Registry, 'database' | 'log' | 'siteUrl'>,
  id: string,
) {
  const { read, readTogether } = database
  const [[row], stamps, ...stateRows] = await readTogether([
    certificateQuery(read, id),
    stampsOver(read, id),
    ...stateQueries(read),
  ])
  if (!row) return undefined
  const [, keys] = stateRows
  await log.believe(keys)
  // Signatures are checked in other threads, side by side.
  const [state, certificate, stamp] = await Promise.all([
    log.open(stateRows),
    openCertificate(row, { siteUrl, keys }),
    openStamp(stamps, { keys, origin: log.origin }),
  ])
  if ('erasedAt' in certificate) return certificate
  const { logIndex: index, revoked } = certificate

  const issued = { index, head: state.head }
  const taken = revoked && { index: revoked.logIndex, head: state.head }
  const stamped = stamp && { index, head: stamp.head }
  const last = lastPlace(state.head)
  const places = [issued, taken, stamped, last].filter((place) => !!place)
  const prove = await log.tree.readProofs(places)
  return {
    certificate,
    inclusion: await prove(issued),
    /** Of the entry that revokes it. */
    revocation: taken && (await prove(taken)),
    /** With its file (.ots), and the receipt that leads to its checkpoint. */
    stamp: stamped && { ...(await prove(stamped)), ots: stamp.ots, isInBlock: stamp.isInBlock },
    /** Of the log's last entry, which names the status list. */
    listed: await prove(last),
    state,
  }
}

/** The status list and its place in the log at one moment, for somebody who has the certificate already. */
export async function findListed({ log }: Pick<Registry, 'log'>) {
  const state = await log.state()
  const last = lastPlace(state.head)
  const prove = await log.tree.readProofs([last])
  return { listed: await prove(last), state }
}

const lastPlace = (head: Head) => ({ index: head.size - 1, head })

/**
 * The receipt for the holder to keep, with the entry that it proves in it. It leads to a checkpoint
 * that witnesses signed if there is one, else to one that is in a block of Bitcoin.
 *
 * @param cosigned by witnesses (`WitnessCosignatures.cosignedReceipt`).
 */
export function holderReceipt(
  {
    inclusion,
    stamp,
  }: { inclusion: Inclusion; stamp: (Inclusion & { isInBlock: boolean }) | undefined },
  cosigned: Inclusion | undefined,
): string {
  const { entry, receipt } = cosigned ?? (stamp?.isInBlock ? stamp : inclusion)
  return withExtra(receipt, entryBytes(entry))
}

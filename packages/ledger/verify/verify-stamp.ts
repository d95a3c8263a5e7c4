import { equal, fromBase64, toHex, utf8 } from '../format/bytes.ts'
import { sha256 } from '../format/cryptography.ts'
import { parseReceipt } from '../format/receipt.ts'
import {
  calendarAddress,
  firstBlock,
  followTimestamp,
  parseStampFile,
} from '../format/opentimestamps.ts'
import type { SignedEvidence, Stamp } from './evidence.ts'
import { checkLogged } from './verify-credential.ts'

/**
 * `block`: it names a block of Bitcoin, and the Merkle root that it must have; whether it has that, any
 * node or block explorer shows. `pending`: calendars have promised a block. `failed`: it is no stamp of a
 * checkpoint that the certificate is under. `unknown`: it could not be followed.
 */
export type StampReport =
  | { state: 'block'; size: number; height: number; merkleRoot: string }
  | { state: 'pending'; size: number; calendars: string[] }
  | { state: 'failed' }
  | { state: 'unknown' }

/** From the certificate to the checkpoint, and from there to the block. */
export async function verifyStamp(evidence: SignedEvidence, stamp: Stamp): Promise<StampReport> {
  if (!evidence.inclusion) return { state: 'unknown' }
  const { entry } = evidence.inclusion
  const logged = await checkLogged('issue', evidence, { entry, receipt: stamp.receipt })
  const note = parseReceipt(stamp.receipt)?.checkpoint ?? ''
  const file = parseStampFile(fromBase64(stamp.ots) ?? new Uint8Array())
  if (logged.inclusion === 'unknown' && logged.checkpoint === 'unknown') return { state: 'unknown' }
  if (!logged.details || logged.inclusion !== 'passed' || !file) return { state: 'failed' }
  if (!equal(file.digest, await sha256(utf8(note)))) return { state: 'failed' }

  const { size } = logged.details.checkpoint
  const attested = await followTimestamp(file.timestamp, file.digest)
  const block = firstBlock(attested)
  if (block) {
    // Bitcoin writes a hash's last byte first.
    // oxlint-disable-next-line unicorn/no-array-reverse -- the oldest browsers here have no `toReversed`
    const merkleRoot = toHex(block.root.slice().reverse())
    return { state: 'block', size, height: block.height, merkleRoot }
  }
  const calendars = attested.flatMap(({ attestation }) => calendarAddress(attestation) ?? [])
  return calendars.length > 0 ? { state: 'pending', size, calendars } : { state: 'unknown' }
}

import { parseReceipt } from '@naic/ledger/format/receipt.ts'
import type { WitnessPolicy } from '@naic/ledger/verify/evidence.ts'
import {
  reportOn,
  timeOfCosignature,
  type WitnessReport,
} from '@naic/ledger/verify/check-cosignatures.ts'

/** Which witnesses of a policy signed a checkpoint. @param text a signed note, or a receipt with one in it. */
export async function checkWitnesses(
  text: string,
  policy: WitnessPolicy,
  { now, withinMs = Infinity }: { now: Date; withinMs?: number },
): Promise<WitnessReport> {
  const note = parseReceipt(text)?.checkpoint ?? text
  const times = policy.vkeys.map((vkey) => timeOfCosignature(note, vkey, now))
  return reportOn(policy, await Promise.all(times), { now, withinMs })
}

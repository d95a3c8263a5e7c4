import { type Examination, examineCertificate } from '#app/certificate-view/examine-certificate.ts'
import { fetchEvidence } from '#app/certificate-view/fetch-evidence.ts'
import { readSeenLog } from '#app/certificate-view/seen-log.ts'
import {
  councilDid,
  examineWithNewestKeys,
  fetchJson,
  fetchKeys,
  type Keys,
} from '#app/certificate-view/newest-keys.ts'
import type { Credential } from '#credential/credential.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { parseReceipt } from '#credential/receipt.ts'
import type { Evidence } from '#credential/verify/verify-credential.ts'
import { cleanCertificateId } from '#forms/certificate-id.ts'

/** A receipt out of a file, with the entry that it brings along and the name of its log. */
export type FileReceipt = { receipt: string; entry: LogEntry | undefined; origin: string }

/**
 * Checks a certificate out of a file, and holds it against what the register has under its ID now.
 *
 * @param known the council's keys, fetched before, for when the newest are out of reach.
 */
export async function examineFile(
  credential: Partial<Credential>,
  receipt: FileReceipt | undefined,
  known: Promise<Keys>,
): Promise<Examination> {
  const seen = readSeenLog()
  const live = await askFor(credential)
  if (live.state === 'found') {
    const { evidence, given } = live
    // Without its entry, a receipt is still good for the one that the live log has.
    const entry = receipt?.entry ?? evidence.inclusion?.entry
    return examineWithNewestKeys(
      { ...evidence, credential },
      { ...given, receipt: receipt && entry && { entry, receipt: receipt.receipt } },
    )
  }
  const [newest, { statusList, listed }] = await Promise.all([fetchKeys(), fetchStatus()])
  const evidence = {
    credential,
    inclusion: receipt?.entry && { entry: receipt.entry, receipt: receipt.receipt },
    statusList,
    // Of one that was erased the receipt is all that can be held against the live log. Where that is
    // out of reach, no note stands for it: the receipt's own would be compared with itself.
    ...(live.state === 'erased'
      ? { listed, newest: (listed && parseReceipt(listed.receipt)?.checkpoint) ?? '' }
      : {}),
    ...(newest.did ? newest : await known),
    issuer: councilDid(),
    // Whatever the log is called, only the council's own key can have signed that name.
    origin: receipt?.origin ?? '',
    now: new Date(),
  }
  return examineCertificate(evidence, {
    asked: undefined,
    live: live.state === 'unknown' ? 'absent' : live.state,
    revocation: undefined,
    stamp: undefined,
    seen,
  })
}

/** Only the ID is asked for. One that is not written as ours are is in no register. */
async function askFor({ credentialSubject }: Partial<Credential>) {
  const id: unknown = credentialSubject?.licenseNumber
  if (typeof id !== 'string' || id === '' || cleanCertificateId(id) !== id) {
    return { state: 'unknown' as const }
  }
  return fetchEvidence(id, undefined)
}

/** The status list of this site, whatever host the file names, and the entry of the log that names it. */
async function fetchStatus(): Promise<Partial<Pick<Evidence, 'statusList' | 'listed'>>> {
  return (await fetchJson('/log/status')) ?? {}
}

import { type Examination, examineCertificate } from '#app/certificate-view/examine-certificate.ts'
import { fetchEvidence } from '#app/certificate-view/fetch-evidence.ts'
import {
  councilDid,
  examineWithNewestKeys,
  fetchJson,
  fetchKeys,
  type Keys,
} from '#app/certificate-view/newest-keys.ts'
import type { Credential } from '#credential/credential.ts'
import type { LogEntry } from '#credential/log-entry.ts'
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
  const [newest, statusList] = await Promise.all([fetchKeys(), fetchList(credential)])
  const evidence = {
    credential,
    inclusion: receipt?.entry && { entry: receipt.entry, receipt: receipt.receipt },
    statusList,
    ...(newest.did ? newest : await known),
    issuer: councilDid(),
    // Whatever the log is called, only the council's own key can have signed that name.
    origin: receipt?.origin ?? '',
    now: new Date(),
  }
  const none = { asked: undefined, revocation: undefined, stamp: undefined, seen: undefined }
  const isAbsent = live.state === 'unknown'
  return examineCertificate(evidence, { ...none, live: isAbsent ? 'absent' : 'away' })
}

/** Only the ID is asked for. One that is not written as ours are is in no register. */
async function askFor({ credentialSubject }: Partial<Credential>) {
  const id = String(credentialSubject?.licenseNumber)
  if (id === '' || cleanCertificateId(id) !== id) return { state: 'unknown' as const }
  return fetchEvidence(id, undefined)
}

/** The list is asked of this site, whatever host the file names. */
async function fetchList({ credentialStatus }: Partial<Credential>): Promise<unknown> {
  const [path] =
    /\/credentials\/status\/\d+$/.exec(String(credentialStatus?.statusListCredential)) ?? []
  return path && fetchJson(path)
}

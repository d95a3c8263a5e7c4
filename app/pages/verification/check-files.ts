import { type Examination, examineCertificate } from '#app/certificate/examine-certificate.ts'
import { type Bytes, sha256, toHex } from '#certificates/bytes.ts'
import { readCanonicalBytes } from '#certificates/canonical-json.ts'
import type { Credential } from '#certificates/credential.ts'
import type { DidDocument } from '#certificates/did-document.ts'
import type { DataIntegrityProof } from '#certificates/jcs-proof.ts'
import type { LogEntry } from '#certificates/log-entry.ts'
import { parseReceipt } from '#certificates/receipt.ts'

/** Many times what a certificate or a receipt has. */
const limitBytes = 256 * 1024

export type Checked =
  | { state: 'examined'; examination: Examination }
  /** `otherDocument`: signed, but no certificate, such as our status list. */
  | { state: 'unreadable' | 'otherDocument' | 'receiptAlone' }

/** The council's keys as the site publishes them; undefined where they cannot be had. */
export const fetchKeys = () =>
  fetchJson('/.well-known/did.json') as Promise<DidDocument | undefined>

/**
 * Checks a downloaded certificate, and its receipt where it is among the files. Only the list of
 * what is revoked comes from the net, and nothing goes there.
 *
 * @param keys the council's, fetched before; where that failed, it is tried once more.
 */
export async function checkFiles(
  files: readonly File[],
  keys: Promise<DidDocument | undefined>,
): Promise<Checked> {
  const texts = await Promise.all(
    files.map((file) => (file.size > limitBytes ? Promise.resolve('') : file.text())),
  )
  const receipt = texts.find((text) => text.startsWith('c2sp.org/tlog-proof'))
  const documents = texts.map(parseObject).filter((document) => document !== undefined)
  const signed = documents.filter((document) => 'proof' in document)
  const credential = signed.find(isCertificate)
  if (!credential && signed.length > 0) return { state: 'otherDocument' }
  if (!credential) return { state: receipt ? 'receiptAlone' : 'unreadable' }

  const [did, statusList] = await Promise.all([
    keys.then((fetched) => fetched ?? fetchKeys()),
    fetchJson(listPath(credential)),
  ])
  const parsed = receipt === undefined ? undefined : parseReceipt(receipt)
  const entry = receipt
    ? (readEntry(parsed?.extra) ?? (await expectedEntry(credential)))
    : undefined
  const examination = await examineCertificate(
    {
      credential,
      inclusion: receipt && entry ? { entry, receipt } : undefined,
      statusList,
      did,
      // Whatever the log is called, only the council's own key can have signed that name.
      origin: parsed?.checkpoint.split('\n', 1)[0] ?? '',
      now: new Date(),
    },
    undefined,
    { revocation: undefined, stamp: undefined },
  )
  return { state: 'examined', examination }
}

/** By its type alone: a certificate that was changed is still one, whose check has to fail. */
const isCertificate = (document: Record<string, unknown>) =>
  [document['type']].flat().includes('OpenBadgeCredential')

/** The entry stands in the receipt as its extra data. */
const readEntry = (extra: Bytes | undefined) =>
  extra && (parseObject(new TextDecoder().decode(extra)) as LogEntry | undefined)

/**
 * Where it does not, it is what the log writes for a credential: its hash, and the time at which
 * it was signed.
 */
async function expectedEntry(credential: Record<string, unknown>): Promise<LogEntry | undefined> {
  const proofs = [credential['proof']].flat() as (Partial<DataIntegrityProof> | null)[]
  const at = proofs.find((proof) => proof?.cryptosuite === 'eddsa-jcs-2022')?.created
  const secured = readCanonicalBytes(credential)
  return at && secured ? { v: 1, t: 'issue', h: toHex(await sha256(secured)), at } : undefined
}

/** The list is asked of this site, whatever host the file names. */
function listPath(credential: Partial<Credential>): string | undefined {
  const address = String(credential.credentialStatus?.statusListCredential)
  return URL.canParse(address) ? new URL(address).pathname : undefined
}

async function fetchJson(path: string | undefined): Promise<unknown> {
  if (!path?.startsWith('/')) return undefined
  try {
    const response = await fetch(path, { cache: 'no-cache', signal: AbortSignal.timeout(20_000) })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

import { type Examination, examineCertificate } from '#app/certificate/examine-certificate.ts'
import { fromBase64 } from '#certificates/bytes.ts'
import type { Credential } from '#certificates/credential.ts'
import type { DidDocument } from '#certificates/did-document.ts'
import type { DataIntegrityProof } from '#certificates/jcs-proof.ts'
import { credentialHash, type LogEntry } from '#certificates/log-entry.ts'

/** Many times what a certificate or a receipt has. */
const limitBytes = 256 * 1024

export type Checked =
  | { state: 'examined'; examination: Examination }
  /** `otherDocument`: signed, but no certificate, such as our status list. */
  | { state: 'unreadable' | 'otherDocument' | 'receiptAlone' }

/**
 * Checks a downloaded certificate, and its receipt where it is among the files. Only the
 * council's keys and the list of what is revoked come from the net, and nothing goes there.
 */
export async function checkFiles(files: readonly File[]): Promise<Checked> {
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
    fetchJson('/.well-known/did.json'),
    fetchJson(listPath(credential)),
  ])
  const inclusion = receipt ? await readReceipt(receipt, credential) : undefined
  const examination = await examineCertificate(
    {
      credential,
      inclusion,
      statusList,
      did: did as DidDocument | undefined,
      // Whatever the log is called, only the council's own key can have signed that name.
      origin: receipt ? originOf(receipt) : '',
      now: new Date(),
    },
    undefined,
    undefined,
  )
  return { state: 'examined', examination }
}

/** By its type alone: a certificate that was changed is still one, whose check has to fail. */
const isCertificate = (document: Record<string, unknown>) =>
  [document['type']].flat().includes('OpenBadgeCredential')

/**
 * The entry stands in the receipt as its extra data (c2sp.org/tlog-proof). Where it does not,
 * it is what the log writes for a credential: its hash, and the time at which it was signed.
 */
async function readReceipt(receipt: string, credential: Record<string, unknown>) {
  const [, extra = ''] = /^extra (\S+)$/m.exec(receipt.slice(0, receipt.indexOf('\n\n'))) ?? []
  const bytes = fromBase64(extra)
  const stated = bytes?.length ? parseObject(new TextDecoder().decode(bytes)) : undefined
  const entry = (stated as LogEntry | undefined) ?? (await expectedEntry(credential))
  return entry && { entry, receipt: receipt.replace(/^extra .*\n/m, '') }
}

async function expectedEntry(credential: Record<string, unknown>): Promise<LogEntry | undefined> {
  const proofs = [credential['proof']].flat() as Partial<DataIntegrityProof>[]
  const at = proofs.find(({ cryptosuite }) => cryptosuite === 'eddsa-jcs-2022')?.created
  return at ? { v: 1, t: 'issue', h: await credentialHash(credential), at } : undefined
}

/** The first line of the checkpoint that the receipt ends with. */
const originOf = (receipt: string) =>
  receipt.slice(receipt.indexOf('\n\n') + 2).split('\n', 1)[0] ?? ''

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

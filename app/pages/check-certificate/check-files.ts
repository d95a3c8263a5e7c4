import { type Examination, examineCertificate } from '#app/certificate-view/examine-certificate.ts'
import { toHex } from '#credential/bytes.ts'
import { sha256 } from '#credential/sha256.ts'
import { readCanonicalBytes } from '#credential/canonical-json.ts'
import type { Credential } from '#credential/credential.ts'
import type { DidDocument } from '#credential/did-document.ts'
import type { KeyRange } from '#credential/key-range.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { parseReceipt } from '#credential/receipt.ts'

/** Many times what a certificate or a receipt has. */
const limitBytes = 256 * 1024

export type Checked =
  | { state: 'examined'; examination: Examination }
  /** `otherDocument`: signed, but no certificate, such as our status list. */
  | { state: 'unreadable' | 'otherDocument' | 'receiptAlone' | 'several' }
  /** Of a PDF or a picture: without a certificate inside, or the reader of them is out of reach. */
  | { state: 'nothingInside' | 'noReader' }

/** The council's keys, and for what each counts; undefined what cannot be had. */
type Keys = { did: DidDocument | undefined; ranges: readonly KeyRange[] | undefined }

/** The council's keys as the site publishes them. */
export async function fetchKeys(): Promise<Keys> {
  const [did, listed] = await Promise.all([
    fetchJson('/.well-known/did.json'),
    fetchJson('/log/keys'),
  ])
  const { keys } = (listed ?? {}) as { keys?: readonly KeyRange[] }
  return { did: did as DidDocument | undefined, ranges: keys }
}

/** What reads PDFs and pictures: fetched once somebody reaches for the box, before a file is chosen. */
export const fetchReader = () => import('./embedded-files.ts').catch(() => undefined)

/**
 * Checks a downloaded certificate, and its receipt where it is among the files. Only the newest
 * keys and the list of what is revoked come from the net, and nothing goes there.
 *
 * @param keys the council's, fetched before, for when the newest are out of reach.
 */
export async function checkFiles(files: readonly File[], keys: Promise<Keys>): Promise<Checked> {
  const read = await Promise.all(files.map(readTexts))
  // The same file may be chosen as it is, and inside a PDF.
  const texts = [...new Set(read.flatMap((inside) => inside ?? []))]
  const documents = texts.map(parseObject).filter((document) => document !== undefined)
  const signed = documents.filter((document) => 'proof' in document)
  const [credential, ...others] = signed.filter(isCertificate)
  const receipts = texts.filter((text) => text.startsWith('c2sp.org/tlog-proof'))
  if (others.length > 0) return { state: 'several' }
  if (!credential && signed.length > 0) return { state: 'otherDocument' }
  if (!credential && read.includes(undefined)) return { state: 'noReader' }
  if (!credential && receipts.length > 0) return { state: 'receiptAlone' }
  if (!credential) return { state: read.some(isEmpty) ? 'nothingInside' : 'unreadable' }

  const [{ did, ranges }, statusList] = await Promise.all([
    fetchKeys().then((newest) => (newest.did ? newest : keys)),
    fetchJson(listPath(credential)),
  ])
  const receipt = await receiptFor(credential, receipts)
  const evidence = {
    credential,
    inclusion: receipt?.inclusion,
    statusList,
    did,
    keys: ranges,
    // Whatever the log is called, only the council's own key can have signed that name.
    origin: receipt?.origin ?? '',
    now: new Date(),
  }
  const extras = { revocation: undefined, stamp: undefined }
  return { state: 'examined', examination: await examineCertificate(evidence, undefined, extras) }
}

const isEmpty = (texts: string[] | undefined) => texts?.length === 0

/**
 * @returns the text of a file; of a PDF or a picture the texts inside it, and undefined where these
 *   cannot be read here.
 */
async function readTexts(file: File): Promise<string[] | undefined> {
  const start = await file.slice(0, 5).text()
  if (/^%PDF-|^.PNG/s.test(start)) {
    const reader = await fetchReader()
    return reader && (await reader.readEmbedded(file)).map(plainLines)
  }
  return [file.size > limitBytes ? '' : plainLines(await file.text())]
}

/** Line ends of another system, which mail and editors put in, would be no receipt. */
const plainLines = (text: string) => text.replaceAll('\r\n', '\n')

/** By its type alone: a certificate that was changed is still one, whose check has to fail. */
const isCertificate = (document: Record<string, unknown>) =>
  [document['type']].flat().includes('OpenBadgeCredential')

/**
 * A receipt proves the entry that it brings along as its extra data. Without one it proves nothing;
 * one that cannot be read is for the check to refuse.
 *
 * @returns of several receipts the one that is for this certificate, else the first.
 */
async function receiptFor(credential: Record<string, unknown>, texts: readonly string[]) {
  const receipts = texts.map((receipt) => {
    const parsed = parseReceipt(receipt)
    const entry = parseObject(new TextDecoder().decode(parsed?.extra)) as LogEntry | undefined
    const inclusion = parsed && !entry ? undefined : { entry: entry as LogEntry, receipt }
    return { inclusion, origin: parsed?.checkpoint.split('\n', 1)[0] }
  })
  const secured = readCanonicalBytes(credential)
  const hash = secured && toHex(await sha256(secured))
  return receipts.find(({ inclusion }) => isOf(inclusion?.entry, hash)) ?? receipts[0]
}

const isOf = (entry: LogEntry | undefined, hash: string | undefined) =>
  entry !== undefined && 'h' in entry && entry.h === hash

/** The list is asked of this site, whatever host the file names. */
function listPath({ credentialStatus }: Partial<Credential>): string | undefined {
  return /\/credentials\/status\/\d+$/.exec(String(credentialStatus?.statusListCredential))?.[0]
}

async function fetchJson(path: string | undefined): Promise<unknown> {
  if (!path) return undefined
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

import type { Examination } from '#app/certificate-view/examine-certificate.ts'
import type { Keys } from '#app/certificate-view/newest-keys.ts'
import { toHex } from '#credential/bytes.ts'
import { sha256 } from '#credential/sha256.ts'
import { readCanonicalBytes } from '#credential/canonical-json.ts'
import type { LogEntry } from '#credential/log-entry.ts'
import { parseReceipt } from '#credential/receipt.ts'
import { examineFile, type FileReceipt } from './examine-file.ts'

/** Many times what a certificate or a receipt has. */
const limitBytes = 256 * 1024

export type Checked =
  | { state: 'examined'; examination: Examination }
  /** `otherDocument`: signed, but no certificate, such as our status list. */
  | { state: 'unreadable' | 'otherDocument' | 'receiptAlone' | 'several' }
  /** Of a PDF or a picture: without a certificate inside, or the reader of them is out of reach. */
  | { state: 'nothingInside' | 'noReader' }

/** What reads PDFs and pictures: fetched when the page is idle, or somebody reaches for the box. */
export const fetchReader = () => import('./embedded-files.ts').catch(() => undefined)

/**
 * Checks a downloaded certificate, and its receipt where it is among the files. Nothing of it goes to
 * the site but its ID, under which the live log is asked for it.
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

  const receipt = await receiptFor(credential, receipts)
  return { state: 'examined', examination: await examineFile(credential, receipt, keys) }
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
async function receiptFor(
  credential: Record<string, unknown>,
  texts: readonly string[],
): Promise<FileReceipt | undefined> {
  const receipts = texts.map((receipt) => {
    const parsed = parseReceipt(receipt)
    const entry = parseObject(new TextDecoder().decode(parsed?.extra)) as LogEntry | undefined
    return { receipt, entry, origin: parsed?.checkpoint.split('\n', 1)[0] ?? '' }
  })
  const secured = readCanonicalBytes(credential)
  const hash = secured && toHex(await sha256(secured))
  return receipts.find(({ entry }) => isOf(entry, hash)) ?? receipts[0]
}

const isOf = (entry: LogEntry | undefined, hash: string | undefined) =>
  entry !== undefined && 'h' in entry && entry.h === hash

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

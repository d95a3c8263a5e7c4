import { parseJson } from '../format/canonical-json.ts'
import type { Credential } from '../format/credential.ts'
import { documentHash, type LogEntry } from '../format/log-entry.ts'
import { didOf, isSecured } from '../format/published-keys.ts'
import { parseReceipt } from '../format/receipt.ts'
import { fetchEvidence, fetchKeys, fetchStatus } from './ask-site.ts'
import type { Keys, Proven, Site } from './evidence.ts'
import { type Examination, examineCertificate } from './examine-certificate.ts'

/** Many times what they have. */
const limitBytes = 256 * 1024

export type Checked =
  /** `isPainted`: there was a PDF, which shows people words that nobody signed. */
  { state: 'examined'; examination: Examination; isPainted: boolean } | { state: NotChecked }

/**
 * Why there is no certificate; of several files the first of these counts. `ambiguous`: JSON in which
 * programs may read different things (`parseJson`). `photo`: of a kind in which nothing is embedded, such
 * as WhatsApp makes of any picture.
 */
const reasons = [
  'noReader',
  'encrypted',
  'tooMuch',
  'ambiguous',
  'receiptAlone',
  'nothingInside',
  'photo',
  'unreadable',
] as const

type NotChecked =
  | (typeof reasons)[number]
  | 'several'
  /** Signed, but no certificate, such as our status list. */
  | 'otherDocument'
  | 'failed'

/** What reads PDFs and pictures: fetched when somebody reaches for the box. */
export const loadReader = () => import('./embedded-files.ts').catch(() => undefined)

/**
 * Checks a downloaded certificate, and its receipt where it is among the files. Nothing of it goes to
 * the site but its ID. No file makes it throw.
 *
 * @param keys the council's, fetched before, for when the newest are out of reach.
 */
export const checkFiles = (
  files: readonly File[],
  keys: Promise<Keys>,
  site: Site,
): Promise<Checked> => checkAll(files, keys, site).catch(() => ({ state: 'failed' }))

async function checkAll(files: readonly File[], keys: Promise<Keys>, site: Site): Promise<Checked> {
  const read: ReadFile[] = []
  // One after the other, so that no more than one is in memory.
  for (const file of files) read.push(await readFile(file))
  const causes = new Set<NotChecked>(read.flatMap(({ reason }) => reason ?? []))
  const texts = read.flatMap((each) => each.texts)
  const receipts = texts.filter((text) => text.startsWith('c2sp.org/tlog-proof'))
  const documents = texts.map((text) => parseObject(text, () => causes.add('ambiguous')))
  const signed = documents.flatMap(presented).filter(isSecured)
  // One may be there twice, such as by itself and inside a PDF, in whatever way it is written.
  const certificates = new Map<string, Record<string, unknown>>()
  for (const one of signed) if (isCertificate(one)) certificates.set(await hashOf(one), one)
  const [[hash, credential] = [], ...others] = certificates
  if (others.length > 0) return { state: 'several' }
  if (hash !== undefined && credential) {
    const receipt = receiptFor(hash, receipts)
    const examination = await examineFile(credential, receipt, keys, site)
    return { state: 'examined', examination, isPainted: read.some((one) => one.isPainted) }
  }
  if (signed.length > 0) return { state: 'otherDocument' }
  if (receipts.length > 0) causes.add('receiptAlone')
  return { state: reasons.find((reason) => causes.has(reason)) ?? 'unreadable' }
}

/** How JPEG, WebP and HEIC begin. */
const photo = /^(\xff\xd8\xff|RIFF.{4}WEBP|.{4}ftyp(hei|mif|avi))/s

/** `reason`: why a PDF or a picture has no texts. */
type ReadFile = { texts: string[]; isPainted?: boolean; reason?: NotChecked }

async function readFile(file: File): Promise<ReadFile> {
  const start = new TextDecoder('latin1').decode(await file.slice(0, 12).arrayBuffer())
  if (photo.test(start)) return { texts: [], reason: 'photo' }
  if (!/^%PDF-|^.PNG/s.test(start)) {
    return { texts: file.size > limitBytes ? [] : [plainLines(await file.text())] }
  }
  const reader = await loadReader()
  const embedded = reader ? await reader.readEmbedded(file) : ({ state: 'noReader' } as const)
  if (embedded.state !== 'read') return { texts: [], reason: embedded.state }
  const texts = embedded.texts.map(plainLines)
  if (texts.length === 0) return { texts, reason: 'nothingInside' }
  return { texts, isPainted: start.startsWith('%PDF') }
}

/** Line ends of another system, which mail and editors put in, would be no receipt. */
const plainLines = (text: string) => text.replaceAll('\r\n', '\n')

/**
 * What a wallet's presentation holds as plain JSON (VC data model 2.0, section 4.13; 1.1, section 4.10);
 * anything else, or one that holds nothing, as it is. Whoever signed it is not asked here.
 */
function presented(document: Record<string, unknown> | undefined): unknown[] {
  if (![document?.['type']].flat().includes('VerifiablePresentation')) return [document]
  const held = [document?.['verifiableCredential']].flat().filter(isSecured)
  return held.length > 0 ? held : [document]
}

/** By its type alone: a certificate that was changed is still one, whose check has to fail. */
const isCertificate = (document: Record<string, unknown>) =>
  [document['type']].flat().includes('OpenBadgeCredential')

/** What has no canonical form is no other certificate's either. */
const hashOf = (document: Record<string, unknown>): Promise<string> =>
  documentHash(document).catch(() => JSON.stringify(document))

/** With the entry that it brings along as extra data, and the name of its log. */
type FileReceipt = { receipt: string; entry: LogEntry | undefined; origin: string }

/** @returns the one for this certificate, else the first. */
function receiptFor(hash: string, texts: readonly string[]): FileReceipt | undefined {
  const receipts = texts.map((receipt) => {
    const parsed = parseReceipt(receipt)
    const entry = parseObject(new TextDecoder().decode(parsed?.extra)) as LogEntry | undefined
    return { receipt, entry, origin: parsed?.checkpoint.split('\n', 1)[0] ?? '' }
  })
  const isOfIt = ({ entry }: FileReceipt) => entry && 'h' in entry && entry.h === hash
  return receipts.find(isOfIt) ?? receipts[0]
}

function parseObject(text: string, onAmbiguous = () => {}): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof TypeError) onAmbiguous()
    return undefined
  }
}

async function examineFile(
  credential: Partial<Credential>,
  receipt: FileReceipt | undefined,
  known: Promise<Keys>,
  site: Site,
): Promise<Examination> {
  const seen = site.readSeenLog()
  const live = await askFor(credential, site)
  if (live.state === 'found') {
    const { evidence } = live
    const isAltered = await isSameButProofs(credential, evidence.credential)
    const ofFile = isAltered ? {} : { credential }
    // Without its entry, a receipt is still good for the one that the live log has.
    const entry = receipt?.entry ?? evidence.inclusion?.entry
    const proven = receipt && entry && { entry, receipt: receipt.receipt }
    return examineCertificate({ ...evidence, ...ofFile, isAltered, receipt: proven }, site)
  }
  const [newest, { statusList, listed }] = await Promise.all([fetchKeys(site), fetchStatus(site)])
  const evidence = {
    asked: undefined,
    live: live.state === 'unknown' ? ('absent' as const) : live.state,
    seen,
    credential,
    inclusion: receipt?.entry && { entry: receipt.entry, receipt: receipt.receipt },
    statusList,
    // Of one that was erased, or lost, the receipt is all that can be compared with the live log. If
    // that is out of reach, it has no note: the receipt's own would be compared with itself.
    ...(['erased', 'unknown'].includes(live.state) ? { listed, newest: noteOf(listed) } : {}),
    keys: newest.length > 0 ? newest : await known,
    issuer: didOf(site.url),
    // Whatever the log is called, only the council's own key can have signed that name.
    origin: receipt?.origin ?? '',
    now: new Date(),
  }
  return examineCertificate(evidence, site)
}

/** Programs leave out a proof that they do not know, or add one of their own. */
async function isSameButProofs(credential: Partial<Credential>, other: unknown): Promise<boolean> {
  if (!isSecured(other) || (await hashOf(credential)) === (await hashOf(other))) return false
  const unsigned = { ...credential, proof: null }
  return (await hashOf(unsigned)) === (await hashOf({ ...other, proof: null }))
}

const noteOf = (listed: Proven | null | undefined): string =>
  (listed && parseReceipt(listed.receipt)?.checkpoint) ?? ''

/** Only the ID is asked for. One that is not written as the pages clean what is typed is not in the register. */
async function askFor({ credentialSubject }: Partial<Credential>, site: Site) {
  const id: unknown = credentialSubject?.licenseNumber
  const isWritten = typeof id === 'string' && /^[A-Z0-9]{1,15}$/.test(id)
  return isWritten ? fetchEvidence(id, site) : { state: 'unknown' as const }
}

import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { ResumeType } from '#forms/resume.ts'
import type { StagedFile } from '@naic/store/files/staging.ts'
import { hasOneDirectory, zipEndBytes } from '@naic/store/files/zip-end.ts'

/** Only a byte order mark and white space may come first: anything else could be a script or a page. */
const startsAsPdf = /^(?:\xEF\xBB\xBF)?[\0\t\n\f\r ]*%PDF-/

/**
 * What a staged resume really is, by its bytes; what the sender called it does not count.
 *
 * @returns `'locked'` for an office document under a password, `'oversized'` for a package that
 *   unpacks to far more than a resume, and undefined for anything else but a PDF or a Word document
 *   without macros.
 */
export async function detectResumeType({
  path: file,
  start: firstBytes,
}: Pick<StagedFile, 'path' | 'start'>): Promise<ResumeType | 'locked' | 'oversized' | undefined> {
  const start = firstBytes.toString('latin1')
  if (startsAsPdf.test(start)) return 'application/pdf'
  if (start.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) return compoundType(file)
  return start.startsWith('PK\x03\x04') ? packageType(file) : undefined
}

/** Old Word, Excel and installer files share one container, and locked new ones are in it too. */
async function compoundType(file: string): Promise<'application/msword' | 'locked' | undefined> {
  const names = await namesInCompoundFile(file)
  if (names.has('ENCRYPTEDPACKAGE')) return 'locked'
  const hasMacros = ['MACROS', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'].some((name) =>
    names.has(name),
  )
  return names.has('WORDDOCUMENT') && !hasMacros ? 'application/msword' : undefined
}

/** Length of an entry of the directory; they begin at its multiples ([MS-CFB] 2.6.1). */
const entryBytes = 128
const readAtOnceBytes = 512 * entryBytes

/**
 * The names of all storages and streams in a compound file ([MS-CFB]), as old office programs
 * write. The directory may be anywhere in the file, so every place that could be an entry of it is
 * looked at, whether or not the file's own tables lead there: nothing can be hidden from this.
 * Words in the text of a document do not look like an entry.
 *
 * @returns in capitals: names that differ by case only are the same.
 */
async function namesInCompoundFile(file: string): Promise<Set<string>> {
  const names = new Set<string>()
  await using handle = await open(file)
  const bytes = Buffer.alloc(readAtOnceBytes)
  for (let position = 0; ; position += readAtOnceBytes) {
    const { bytesRead } = await handle.read(bytes, 0, readAtOnceBytes, position)
    for (let at = 0; at + entryBytes <= bytesRead; at += entryBytes) {
      const name = nameOfEntry(bytes.subarray(at, at + entryBytes))
      if (name) names.add(name.toUpperCase())
    }
    if (bytesRead < readAtOnceBytes) return names
  }
}

/** @returns undefined for bytes that cannot be the entry of a storage or a stream. */
function nameOfEntry(entry: Buffer): string | undefined {
  // With the zero that ends it.
  const nameBytes = entry.readUInt16LE(64)
  const isStorageOrStream = entry[66] === 1 || entry[66] === 2
  if (!isStorageOrStream || nameBytes < 4 || nameBytes > 64 || nameBytes % 2 === 1) return undefined
  return entry.readUInt16LE(nameBytes - 2) === 0
    ? entry.toString('utf16le', 0, nameBytes - 2)
    : undefined
}

const documentType =
  /["']application\/vnd[.]openxmlformats-officedocument[.]wordprocessingml[.]document[.]main[+]xml["']/i

/** Of macros, in the list of types; or what an XML reader would take for other letters. */
const notPlain = /macroEnabled|vbaProject|&#|<!/i

const mostEntries = 5_000
const mostTypesBytes = 1024 * 1024
const mostUnpackedBytes = 50 * 1024 * 1024

/**
 * Whether a zip file is a Word document (ECMA-376) without macros. Only its directory and its list
 * of types are read, and that one only if it is of a sensible size: nothing else is unpacked.
 *
 * @returns undefined for any other; 'oversized' if its directory says that it unpacks to more than any
 *   resume needs. A directory can lie, so a program that unpacks it counts the bytes again.
 */
async function packageType(file: string): Promise<ResumeType | 'oversized' | undefined> {
  let zip: ZipFile | undefined
  try {
    if (!(await endsInOneDirectory(file))) return undefined
    zip = await openPromise(file, { autoClose: false })
    const types = await findTypes(zip)
    if (types === undefined || types === 'oversized') return types
    return isPlain(await textOf(zip, types))
      ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      : undefined
  } catch (error) {
    // A fault of the disk, which is not the sender's.
    if (error instanceof Error && 'syscall' in error) throw error
    return undefined
  } finally {
    zip?.close()
  }
}

async function endsInOneDirectory(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const end = Buffer.alloc(Math.min(size, zipEndBytes))
  await handle.read(end, 0, end.length, size - end.length)
  return hasOneDirectory(end, size)
}

/** @returns the list of types; undefined if there is none, more than one, or a part for macros. */
async function findTypes(zip: ZipFile): Promise<Entry | 'oversized' | undefined> {
  if (zip.entryCount > mostEntries) return undefined
  let types: Entry | undefined
  let unpackedBytes = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString('latin1')
    if (/vba(project|data)/i.test(name)) return undefined
    unpackedBytes += entry.uncompressedSize
    if (!/^\/?\[content_types\][.]xml$/i.test(name)) continue
    if (types) return undefined
    types = entry
  }
  return unpackedBytes > mostUnpackedBytes ? 'oversized' : types
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > mostTypesBytes) return ''
  const bytes = await buffer(await zip.openReadStreamPromise(entry))
  return bytes.toString('latin1')
}

/** @param types of one byte a letter, or of two, which makes every other letter a zero. */
function isPlain(types: string): boolean {
  const text = types.replaceAll('\0', '')
  return documentType.test(text) && !notPlain.test(text)
}

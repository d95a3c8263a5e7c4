import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

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
 * @param file its path.
 * @returns 'oversized' if its directory says that it unpacks to more than any resume needs. A
 *   directory can lie: whoever unpacks it counts the bytes again.
 */
export async function checkWordPackage(file: string): Promise<'plain' | 'oversized' | 'other'> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(file, { autoClose: false })
    const types = await findTypes(zip)
    if (types === undefined || types === 'oversized') return types ?? 'other'
    return isPlain(await textOf(zip, types)) ? 'plain' : 'other'
  } catch (error) {
    // A fault of the disk, which is not the sender's.
    if (error instanceof Error && 'syscall' in error) throw error
    return 'other'
  } finally {
    zip?.close()
  }
}

/** @returns the one list of types; undefined where there is none, more than one, or a part for macros. */
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

import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

const documentType =
  /["']application\/vnd[.]openxmlformats-officedocument[.]wordprocessingml[.]document[.]main[+]xml["']/i

/** Of macros, in the list of types; or what an XML reader would take for other letters. */
const notPlain = /macroEnabled|vbaProject|&#|<!/i

const mostEntries = 5_000
const mostTypesBytes = 1024 * 1024

/**
 * Whether a zip file is a Word document (ECMA-376) without macros. Only its directory and its list
 * of types are read, and that one only if it is of a sensible size: nothing else is unpacked.
 *
 * @param file its path.
 */
export async function isPlainWordPackage(file: string): Promise<boolean> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(file, { autoClose: false })
    const types = await findTypes(zip)
    return types !== undefined && isPlain(await textOf(zip, types))
  } catch (error) {
    // A fault of the disk, which is not the sender's.
    if (error instanceof Error && 'syscall' in error) throw error
    return false
  } finally {
    zip?.close()
  }
}

/** @returns the one list of types; undefined where there is none, more than one, or a part for macros. */
async function findTypes(zip: ZipFile): Promise<Entry | undefined> {
  if (zip.entryCount > mostEntries) return undefined
  let types: Entry | undefined
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString('latin1')
    if (/vba(project|data)/i.test(name)) return undefined
    if (!/^\/?\[content_types\][.]xml$/i.test(name)) continue
    if (types) return undefined
    types = entry
  }
  return types
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

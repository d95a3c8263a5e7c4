import { open } from 'node:fs/promises'

/** Length of an entry of the directory; they begin at its multiples ([MS-CFB] 2.6.1). */
const entryBytes = 128
const readAtOnceBytes = 512 * entryBytes

/**
 * The names of all storages and streams in a compound file ([MS-CFB]), as old office programs
 * write. The directory may be anywhere in the file, so every place that could be an entry of it is
 * looked at, whether or not the file's own tables lead there: nothing can be hidden from this.
 * Words in the text of a document do not look like an entry.
 *
 * @param file its path.
 * @returns in capitals: names that differ by case only are the same.
 */
export async function namesInCompoundFile(file: string): Promise<Set<string>> {
  const names = new Set<string>()
  const handle = await open(file)
  try {
    const buffer = Buffer.alloc(readAtOnceBytes)
    for (let position = 0; ; position += readAtOnceBytes) {
      const { bytesRead } = await handle.read(buffer, 0, readAtOnceBytes, position)
      for (let at = 0; at + entryBytes <= bytesRead; at += entryBytes) {
        const name = nameOfEntry(buffer.subarray(at, at + entryBytes))
        if (name) names.add(name.toUpperCase())
      }
      if (bytesRead < readAtOnceBytes) return names
    }
  } finally {
    await handle.close()
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

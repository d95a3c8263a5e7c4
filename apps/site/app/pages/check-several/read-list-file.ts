/** Many times what a list of IDs has. */
const limitBytes = 256 * 1024

/**
 * The text of a file that somebody chose.
 *
 * @returns undefined where it is none, such as a workbook of Excel, or far too long for a list.
 */
export async function readListFile(file: Blob): Promise<string | undefined> {
  if (file.size > limitBytes) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  return text.includes('\0') || text.startsWith('%PDF-') ? undefined : text
}

/** Excel writes "Unicode text" in UTF-16. What is in neither still has its IDs, which are plain letters. */
const encodingOf = ([first, second]: Uint8Array) =>
  first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8'

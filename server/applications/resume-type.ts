import { open, readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

export type ResumeType =
  | 'application/pdf'
  | 'application/msword'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Readers look for the header within the first 1,024 bytes (PDF 1.7, Annex H, note 13). */
const pdfHeaderWithinBytes = 1024

/** Old Word, Excel and installer files share one container; only Word's has this stream in it. */
const wordStreamName = Buffer.from('WordDocument', 'utf16le')

/**
 * What a staged resume really is, by its bytes; what the sender called it does not count.
 *
 * @param file path of a file small enough to be read whole.
 * @returns undefined for anything but a PDF or a Word document without macros.
 */
export async function detectResumeType(file: string): Promise<ResumeType | undefined> {
  const known = (await fileTypeFromFile(file))?.ext
  if (known === 'docx') {
    return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  }
  if (known === 'cfb') {
    const isWord = (await readFile(file)).includes(wordStreamName)
    return isWord ? 'application/msword' : undefined
  }
  if (known === undefined || known === 'pdf') {
    return startsAsPdf(await firstBytes(file)) ? 'application/pdf' : undefined
  }
  return undefined
}

/** Bytes before the header are allowed, but not the beginning of a script or of a web page. */
function startsAsPdf(start: Buffer): boolean {
  return start.includes('%PDF-') && !/^\s*(#!|<)/.test(new TextDecoder().decode(start))
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(pdfHeaderWithinBytes))
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
